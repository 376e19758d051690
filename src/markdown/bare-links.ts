import type { MarkdownIt } from 'markdown-it'
import { linkSchemes } from './link-schemes.ts'
import { topLevelDomains } from './top-level-domains.ts'

/** Schemes that are followed by a host; the parser knows their form. */
const webSchemes: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'mailto'])

// Ends before punctuation that more likely belongs to the sentence.
const opaqueTail = /(?:\/\/)?[\p{L}\p{N}+?/](?:[^\s<>"'`*|()[\]{}]{0,2000}[^\s<>"'`*|()[\]{}.,:;!?])?/uy

/** What every address that stands in a text has one of. */
const mayLink = /[.:@]/

/** Makes addresses that stand in the text links (reference: "Links, linkifiers, previews"). */
export function recognizeBareLinks(parser: MarkdownIt): void {
  parser.set({ linkify: true })
  parser.linkify.set({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false }).tlds(topLevelDomains())
  parser.linkify.add('//', null)
  for (const scheme of linkSchemes) {
    if (!webSchemes.has(scheme)) parser.linkify.add(`${scheme}:`, { validate: opaqueTailLength })
  }
  skipTextsWithoutLinks(parser.linkify)
}

/** Looking for addresses takes long where many characters could begin one; most texts have none that goes on. */
function skipTextsWithoutLinks(linkify: MarkdownIt['linkify']): void {
  const test = linkify.test.bind(linkify)
  linkify.test = (text) => mayLink.test(text) && test(text)
}

function opaqueTailLength(text: string, position: number): number {
  opaqueTail.lastIndex = position
  return opaqueTail.exec(text)?.[0].length ?? 0
}
