import type { Token } from 'markdown-it'

const textEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const attributeEscapes: Readonly<Record<string, string>> = { ...textEscapes, '"': '&quot;' }

/** Text as the content of an element. Quotes stay: they mean nothing there. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => textEscapes[character] ?? character)
}

/** Text as the value of an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => attributeEscapes[character] ?? character)
}

/**
 * What a block element that we render ourselves starts with: a line break where the paragraph
 * before it has lost its tags (the text of a tight list item), nothing elsewhere.
 */
export function breakBeforeBlock(tokens: readonly Token[], index: number): string {
  const previous = tokens[index - 1]
  return previous?.hidden && previous.nesting === -1 ? '\n' : ''
}
