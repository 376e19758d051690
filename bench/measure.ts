/** Times of one task, in milliseconds. */
export interface Measurement {
  readonly name: string
  readonly median: number
  /** The middle half of the times lies between these two. */
  readonly lowerQuartile: number
  readonly upperQuartile: number
}

/** One measured thing beside its baselines. */
export interface Comparison {
  readonly title: string
  readonly unit: 'ms' | 'per second'
  readonly ours: Measurement
  readonly baselines: readonly Measurement[]
}

/** What a task is measured by: how long one run of it takes. */
export interface Task {
  readonly name: string
  /** Makes what one run uses up; not measured. */
  prepare?(): Promise<unknown>
  run(): Promise<unknown>
}

/**
 * Measures tasks in turns, a few runs each at a time, so that whatever else the machine does falls
 * on all of them alike.
 */
export async function measureInTurns(
  tasks: readonly Task[],
  runs: number,
  turn = 10,
  warmUp = 100,
): Promise<Measurement[]> {
  for (const task of tasks) for (let i = 0; i < warmUp; i++) await timeOf(task)
  const times = tasks.map(() => [] as number[])
  for (let done = 0; done < runs; done += turn) {
    for (const [index, task] of tasks.entries()) {
      for (let i = 0; i < turn; i++) times[index]?.push(await timeOf(task))
    }
  }
  return tasks.map(({ name }, index) => summary(name, times[index] ?? []))
}

async function timeOf(task: Task): Promise<number> {
  await task.prepare?.()
  const start = performance.now()
  await task.run()
  return performance.now() - start
}

/** Median and quartiles of some values. */
export function summary(name: string, values: readonly number[]): Measurement {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { name, median: at(0.5), lowerQuartile: at(0.25), upperQuartile: at(0.75) }
}

/** Prints a comparison: each figure with its spread, and the ratio that matters. */
export function report({ title, unit, ours, baselines }: Comparison): void {
  console.log(`\n${title}`)
  const line = ({ name, median, lowerQuartile, upperQuartile }: Measurement, ratio: string) =>
    console.log(
      `  ${name.padEnd(44)} ${median.toFixed(2).padStart(9)} ${unit} (middle half ${lowerQuartile.toFixed(2)} to ${upperQuartile.toFixed(2)})${ratio}`,
    )
  line(ours, '')
  for (const baseline of baselines) line(baseline, `  ratio ${(ours.median / baseline.median).toFixed(2)}`)
}
