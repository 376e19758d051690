import type { RenderOptions } from '../src/markdown/context.ts'
import { findReferences } from '../src/markdown/find-references.ts'
import { highlightedLanguages } from '../src/markdown/highlight/modes.ts'
import { noReferences } from '../src/markdown/references.ts'
import { renderMarkdown } from '../src/markdown/render.ts'
import { codeFragments, hostileFragments, linkifiers, repeated } from '../test/markdown/hostile-fragments.ts'
import { summary } from './measure.ts'

const options: RenderOptions = {
  emptyTopicDisplayName: 'general chat',
  serverUrl: 'https://chat.example',
  translateEmoticons: true,
  linkifiers,
  externalContentUrl: (address) => `/external_content/${Buffer.from(address).toString('hex')}`,
}

/** Milliseconds that a text of 10,000 characters may take, whatever it is. */
const BOUND_MS = 50
const RUNS = 7

interface Hostile {
  readonly name: string
  readonly text: string
  /** Of code blocks that name none. */
  readonly language?: string
}

/** Milliseconds that one rendering took: on the clock, and of the processor, which collects garbage beside it. */
interface Taken {
  readonly wall: number
  readonly processor: number
}

function timesOf({ text, language = '' }: Hostile, runs: number): Taken[] {
  const settings = { ...options, defaultCodeBlockLanguage: language }
  return Array.from({ length: runs }, () => {
    const before = process.cpuUsage()
    const start = performance.now()
    findReferences(text)
    renderMarkdown(text, noReferences, settings)
    const wall = performance.now() - start
    const { user, system } = process.cpuUsage(before)
    return { wall, processor: (user + system) / 1000 }
  })
}

/**
 * Renders hostile fragments, each repeated to the length of the longest message, as text and as code of each
 * language, and says which cost most.
 */
export async function benchMarkdown(): Promise<void> {
  const texts = hostileFragments.map((fragment) => ({
    name: JSON.stringify(fragment),
    text: repeated(fragment),
  }))
  for (const text of texts) timesOf(text, RUNS)
  report('text', texts)
  report('code', hostileCode())
}

/** Fragments in the fence of each language: without a line break, and in lines that are just not too long. */
function hostileCode(): Hostile[] {
  const fenced = (code: string) => `~~~~~~\n${code.slice(0, 9980)}\n~~~~~~`
  return highlightedLanguages.flatMap((language) =>
    codeFragments.flatMap((fragment) => {
      const code = repeated(fragment)
      const name = `${language} ${JSON.stringify(fragment)}`
      const whole = { name, text: fenced(code), language }
      if (fragment.includes('\n')) return [whole]
      const lines = code.match(/.{1,249}/gsu) ?? []
      return [whole, { name: `${name} in lines`, text: fenced(lines.join('\n')), language }]
    }),
  )
}

/** What several renderings of a text took. */
interface Measured {
  readonly one: Hostile
  /** Of the clock. */
  readonly best: number
  readonly median: number
  readonly worst: number
  /** Median of the processor's. */
  readonly processor: number
}

function measure(one: Hostile): Measured {
  const taken = timesOf(one, RUNS)
  const walls = taken.map(({ wall }) => wall)
  const processor = summary(
    one.name,
    taken.map((time) => time.processor),
  ).median
  const { median } = summary(one.name, walls)
  return { one, best: Math.min(...walls), median, worst: Math.max(...walls), processor }
}

function report(kind: string, hostile: readonly Hostile[]): void {
  // Once each; then those that seem to cost most, more exactly.
  const first = hostile.map((one) => ({ one, time: timesOf(one, 1)[0]?.wall ?? 0 }))
  const slowest = first.sort((left, right) => right.time - left.time).slice(0, 100)
  const measured = slowest.map(({ one }) => measure(one)).sort((left, right) => right.median - left.median)
  console.log(
    `\nMarkdown, ${kind}: ${hostile.length} fragments, each repeated to 10,000 characters; milliseconds`,
  )
  console.log(`  ${''.padEnd(44)}    best  median   worst  processor  median of a quarter`)
  for (const { one, best, median, worst, processor } of measured.slice(0, 8)) {
    const quarter = measure({ ...one, text: one.text.slice(0, one.text.length / 4) }).median
    const figures = [best, median, worst].map((time) => time.toFixed(2).padStart(8)).join('')
    console.log(
      `  ${one.name.padEnd(44)}${figures}${processor.toFixed(2).padStart(11)}${quarter.toFixed(2).padStart(21)}`,
    )
  }
  for (const [what, timeOf] of [
    ['best', ({ best }: Measured) => best],
    ['median', ({ median }: Measured) => median],
    ['worst', ({ worst }: Measured) => worst],
  ] as const) {
    const over = measured.filter((one) => timeOf(one) > BOUND_MS).map(({ one }) => one.name)
    console.log(`  ${what} over ${BOUND_MS} ms: ${over.length === 0 ? 'none' : over.join(' ')}`)
  }
}
