/** Stands where a word may begin or end; no text in the database needs it otherwise. */
const boundary = '\u0001'

const outsideWords = /[^\p{L}\p{N}\p{M}]/gu
const runs = /[\p{L}\p{N}\p{M}]+/gu

/**
 * A text in which alert words are found by a plain search (reference: "Alert words"): in lower case,
 * with a mark on both sides of all that is neither letter nor digit, and around the whole. A word's
 * own form begins and ends with marks, so that it is found only where white space, punctuation or an
 * end of the text bounds it.
 */
export function searchableForm(text: string): string {
  const marked = text
    .replaceAll(boundary, ' ')
    .toLowerCase()
    .replace(outsideWords, (character) => boundary + character + boundary)
  return boundary + marked + boundary
}

/**
 * The runs of letters and digits in a text, in lower case, each once, and the empty one: a word can
 * be in the text only if its first run is among them.
 */
export function tokensOf(text: string): string[] {
  return [...new Set(['', ...(text.toLowerCase().match(runs) ?? [])])]
}

/** The first run of letters and digits of a word, in lower case; empty where it has none. */
export function firstTokenOf(word: string): string {
  return word.toLowerCase().match(runs)?.[0] ?? ''
}
