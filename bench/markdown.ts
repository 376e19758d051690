import type { RenderOptions } from '../src/markdown/context.ts'
import { findReferences, noReferences } from '../src/markdown/references.ts'
import { renderMarkdown } from '../src/markdown/render.ts'
import { hostileFragments, linkifiers, repeated } from '../test/markdown/hostile-fragments.ts'
import { summary } from './measure.ts'

const options: RenderOptions = {
  emptyTopicDisplayName: 'general chat',
  serverUrl: 'https://chat.example',
  translateEmoticons: true,
  linkifiers,
}

/** Milliseconds of processor time that a text of 10,000 characters may take, whatever it is. */
const BOUND_MS = 50
const RUNS = 7

function timesOf(text: string): number[] {
  return Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage()
    findReferences(text)
    renderMarkdown(text, noReferences, options)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
}

/** Renders each hostile fragment, repeated to the length of the longest message, and says which cost most. */
export async function benchMarkdown(): Promise<void> {
  for (const fragment of hostileFragments) timesOf(repeated(fragment))
  const measured = hostileFragments
    .map((fragment) => summary(JSON.stringify(fragment), timesOf(repeated(fragment))))
    .sort((left, right) => right.median - left.median)
  console.log(`\nMarkdown: ${measured.length} fragments, each repeated to 10,000 characters; processor time`)
  for (const { name, median } of measured.slice(0, 8)) {
    const whole = repeated(String(JSON.parse(name)))
    const quarter = summary(name, timesOf(whole.slice(0, whole.length / 4))).median
    console.log(
      `  ${name.padEnd(44)} ${median.toFixed(2).padStart(9)} ms, a quarter of it ${quarter.toFixed(2)} ms`,
    )
  }
  const over = measured.filter(({ median }) => median > BOUND_MS)
  console.log(`  over ${BOUND_MS} ms: ${over.length === 0 ? 'none' : over.map(({ name }) => name).join(' ')}`)
}
