import type { VisiblePart } from './visible-text.ts'

const START = '<span class="highlight">'
const END = '</span>'

/** A part of a text: from the first position, up to the one after its last. */
export type Range = readonly [start: number, end: number]

/**
 * Highlights hits in HTML. What is wrapped is always a run of text between two tags, so that tags and
 * entities stay whole, and the elements properly nested.
 *
 * @param parts what is seen of this HTML
 * @param ranges hits in the HTML, in its text only
 * @param phrases looked for literally, in any case
 */
export function highlight(
  html: string,
  parts: readonly VisiblePart[],
  ranges: readonly Range[],
  phrases: readonly string[],
): string {
  const isHit = new Uint8Array(html.length)
  for (const [start, end] of ranges) isHit.fill(1, start, end)
  if (phrases.length > 0) markPhrases(parts, phrases, isHit)
  let highlighted = ''
  let written = 0
  for (let start = isHit.indexOf(1); start >= 0; start = isHit.indexOf(1, written)) {
    const after = isHit.indexOf(0, start)
    const end = after < 0 ? html.length : after
    highlighted += html.slice(written, start) + START + html.slice(start, end) + END
    written = end
  }
  return highlighted + html.slice(written)
}

function markPhrases(parts: readonly VisiblePart[], phrases: readonly string[], isHit: Uint8Array): void {
  const seen = parts.map(({ text }) => text).join('')
  for (const phrase of phrases) {
    const literal = phrase.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', '\\s+')
    for (const { 0: found, index } of seen.matchAll(new RegExp(literal, 'giu'))) {
      markSeen(parts, [index, index + found.length], isHit)
    }
  }
}

/** Marks in the HTML what is seen from one position to another; an entity is marked as a whole. */
function markSeen(parts: readonly VisiblePart[], [from, to]: Range, isHit: Uint8Array): void {
  let position = 0
  for (const { start, end, text } of parts) {
    const first = Math.max(from - position, 0)
    const last = Math.min(to - position, text.length)
    position += text.length
    if (first >= last) continue
    if (end - start === text.length) isHit.fill(1, start + first, start + last)
    else isHit.fill(1, start, end)
  }
}
