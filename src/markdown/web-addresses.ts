import { messageParser } from './parser.ts'
import type { LinkMatch } from './text-linkifier.ts'

/** What the parser calls addresses of the web; a bare domain has no scheme. */
const webSchemes: ReadonlySet<string> = new Set(['', 'http:', 'https:'])

/** The addresses of the web in a plain text, as they become links in messages (reference: "Links, linkifiers, previews"). */
export function* findWebAddresses(text: string): Generator<LinkMatch> {
  const { linkify, normalizeLink } = messageParser()
  if (!linkify.test(text)) return
  for (const { schema, index, lastIndex, url } of linkify.match(text) ?? []) {
    if (webSchemes.has(schema)) yield { start: index, end: lastIndex, url: normalizeLink(url) }
  }
}
