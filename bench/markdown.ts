import type { RenderOptions } from '../src/markdown/context.ts'
import { highlightedLanguages } from '../src/markdown/highlight/modes.ts'
import { findReferences, noReferences } from '../src/markdown/references.ts'
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

/** Milliseconds of processor time that a text of 10,000 characters may take, whatever it is. */
const BOUND_MS = 50
const RUNS = 7

interface Hostile {
  readonly name: string
  readonly text: string
  /** Of code blocks that name none. */
  readonly language?: string
}

function timesOf({ text, language = '' }: Hostile, runs: number): number[] {
  const settings = { ...options, defaultCodeBlockLanguage: language }
  return Array.from({ length: runs }, () => {
    const before = process.cpuUsage()
    findReferences(text)
    renderMarkdown(text, noReferences, settings)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
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

function report(kind: string, hostile: readonly Hostile[]): void {
  // Once each; then those that seem to cost most, more exactly.
  const first = hostile.map((one) => ({ one, time: timesOf(one, 1)[0] ?? 0 }))
  const worst = first.sort((left, right) => right.time - left.time).slice(0, 100)
  const measured = worst
    .map(({ one }) => ({ one, median: summary(one.name, timesOf(one, RUNS)).median }))
    .sort((left, right) => right.median - left.median)
  console.log(
    `\nMarkdown, ${kind}: ${hostile.length} fragments, each repeated to 10,000 characters; processor time`,
  )
  for (const { one, median } of measured.slice(0, 8)) {
    const quarter = { ...one, text: one.text.slice(0, one.text.length / 4) }
    const part = summary(one.name, timesOf(quarter, RUNS)).median
    console.log(
      `  ${one.name.padEnd(44)} ${median.toFixed(2).padStart(9)} ms, a quarter of it ${part.toFixed(2)} ms`,
    )
  }
  const over = measured.filter(({ median }) => median > BOUND_MS)
  console.log(
    `  over ${BOUND_MS} ms: ${over.length === 0 ? 'none' : over.map(({ one }) => one.name).join(' ')}`,
  )
}
