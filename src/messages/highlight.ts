import type { VisibleText } from './visible-text.ts'

const START = '<span class="highlight">'
const END = '</span>'

/** A part of a text: from the first position, up to the one after its last. */
export type Range = readonly [start: number, end: number]

/**
 * Highlights hits in HTML. What is wrapped is always a run of text between two tags, so that tags and
 * entities stay whole, and the elements properly nested.
 *
 * @param text of this HTML
 * @param ranges of its `spaced`
 * @param phrases looked for literally, in any case
 */
export function highlight(
  html: string,
  text: VisibleText,
  ranges: readonly Range[],
  phrases: readonly string[],
): string {
  const isHit = new Uint8Array(text.seen.length)
  for (const [start, end] of ranges) {
    for (const place of text.places.slice(start, end)) if (place >= 0) isHit[place] = 1
  }
  for (const phrase of phrases) markPhrase(text, phrase, isHit)
  let highlighted = ''
  let written = 0
  for (let i = 0; i < isHit.length; i++) {
    const first = text.seen[i]
    if (!isHit[i] || !first) continue
    let last = first
    while (isHit[i + 1] && text.seen[i + 1]?.start === last.end) {
      i++
      last = text.seen[i] ?? last
    }
    highlighted += html.slice(written, first.start) + START + html.slice(first.start, last.end) + END
    written = last.end
  }
  return highlighted + html.slice(written)
}

function markPhrase({ seen }: VisibleText, phrase: string, isHit: Uint8Array): void {
  let joined = ''
  const places: number[] = []
  for (const [place, { character }] of seen.entries()) {
    for (let i = 0; i < character.length; i++) places.push(place)
    joined += character
  }
  const literal = phrase.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', '\\s+')
  for (const { 0: found, index } of joined.matchAll(new RegExp(literal, 'giu'))) {
    for (const place of places.slice(index, index + found.length)) isHit[place] = 1
  }
}
