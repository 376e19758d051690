import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepingOneStatement } from '../../src/markdown/highlight/c-family.ts'
import { LineReader } from '../../src/markdown/highlight/line-reader.ts'
import type { Mode } from '../../src/markdown/highlight/mode.ts'

const modes = createRequire(import.meta.url)('@codemirror/legacy-modes/mode/clike') as Record<string, Mode>
const languages = ['c', 'cpp', 'java', 'csharp', 'scala', 'kotlin', 'dart', 'objectiveC', 'shader']

const words = [
  ...[
    'do',
    'if',
    'else',
    'namespace',
    'class',
    'x',
    'int',
    'y(',
    ')',
    '{',
    '}',
    ';',
    ':',
    ',',
    '=',
    '"a"',
    '@b',
  ],
  ...['new', '<', '>', '#include', '[', ']', '/*', '*/', '//', 'case', '*', '1'],
]
const program = fc
  .array(
    fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((line) => line.join(' ')),
    { maxLength: 30 },
  )
  .map((lines) => lines.filter((line) => line !== ''))

/** The styles of all tokens of a program, and what the mode knows in the end. */
function read(mode: Mode, lines: readonly string[]): { styles: unknown[]; depth: number } {
  const state = mode.startState?.(2) as { context: { prev?: unknown } }
  const styles: unknown[] = []
  for (const line of lines) {
    const reader = new LineReader(line, { left: 1_000_000 })
    while (!reader.eol()) {
      styles.push(mode.token(reader, state), reader.pos)
      reader.start = reader.pos
    }
  }
  let depth = 0
  for (let context: { prev?: unknown } | null = state.context; context; depth++)
    context = (context.prev ?? null) as typeof context
  return { styles, depth }
}

describe('modes of the C family that keep one statement', () => {
  it.each(languages)('read code as the package does: %s', (language) => {
    const bare = modes[language]
    if (!bare) throw new Error(`There is no mode ${language}.`)
    fc.assert(
      fc.property(program, (lines) => {
        expect(read(keepingOneStatement(bare), lines).styles).toEqual(read(bare, lines).styles)
      }),
      { numRuns: 100 },
    )
  })

  it('do not remember every line of `do`', () => {
    const { java } = modes
    if (!java) throw new Error('There is no Java.')
    const lines = Array.from({ length: 500 }, () => 'do')
    expect(read(java, lines).depth).toBeGreaterThan(500)
    expect(read(keepingOneStatement(java), lines).depth).toBeLessThan(5)
  })
})
