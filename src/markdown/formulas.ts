import { createRequire } from 'node:module'
import type { KatexOptions } from 'katex'
import { LRUCache } from 'lru-cache'

/**
 * What the formulas of one text may cost together: their length, where a character that is not ASCII
 * counts more, because it can become many elements. A formula that stands there twice counts once.
 */
export const formulaBudget = 2000
const foreignCharacterCost = 8

/** A macro that is called again and again makes endless text of a short formula, so there are none of one's own. */
const definitions = [
  ...['def', 'gdef', 'edef', 'xdef', 'let', 'futurelet', 'global', 'long'],
  ...['newcommand', 'renewcommand', 'providecommand'],
]

const options: KatexOptions = {
  output: 'htmlAndMathml',
  throwOnError: true,
  // No links, pictures, classes or styles of the writer's.
  trust: false,
  // A character that the fonts lack is an error: KaTeX would write to the console.
  strict: (code) => (code === 'unknownSymbol' ? 'error' : 'ignore'),
  maxSize: 20,
  maxExpand: 200,
}

/** Characters of HTML that are kept for formulas that come again. */
const keptCharacters = 2_000_000
const kept = new LRUCache<string, { readonly html: string | null }>({
  maxSize: keptCharacters,
  sizeCalculation: ({ html }, key) => (html?.length ?? 0) + key.length,
})

/** What typesetting a formula counts against the budget. */
export function costOf(source: string): number {
  let cost = 0
  for (const character of source) cost += character > '\u007f' ? foreignCharacterCost : 1
  return cost
}

/**
 * Typesets a formula with KaTeX (reference: "Code, quote, math, spoiler fences").
 *
 * @param isDisplayed whether it is a block of its own
 * @returns HTML with MathML that holds the source; null for what is no formula
 */
export function typeset(source: string, isDisplayed: boolean): string | null {
  const key = `${isDisplayed ? 'block' : 'line'} ${source}`
  const known = kept.get(key)
  if (known) return known.html
  const html = typesetAnew(source, isDisplayed)
  kept.set(key, { html })
  return html
}

type Katex = typeof import('katex')
let katex: Katex | undefined

function typesetAnew(source: string, displayMode: boolean): string | null {
  // Loaded when the first formula comes: it brings the measures of all its fonts.
  katex ??= createRequire(import.meta.url)('katex') as Katex
  const macros = Object.fromEntries(definitions.map((name) => [`\\${name}`, '\\undefined']))
  try {
    return katex.renderToString(source, { ...options, displayMode, macros })
  } catch {
    return null
  }
}
