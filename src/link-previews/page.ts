import { textLimits } from '../contract/limits.ts'
import { cutText } from '../messages/content.ts'

/** What a page says of itself, in bounds: plain text, and the address of an image. */
export interface Page {
  /** Null where it has none, as the next. */
  readonly title: string | null
  readonly description: string | null
  /** Absolute, of the web. */
  readonly image: string
}

const longestTitle = 200
const longestDescription = 500

/** What a page's head has, as it stands there. */
export interface PageHead {
  /** By the name or property of each, in lower case; the first of each. */
  readonly metas: ReadonlyMap<string, string>
  readonly title: string
}

/**
 * What there is to show of a page (Open Graph, then what is known from cards, then plain HTML).
 *
 * @param url where it came from
 * @returns null for a page that names no image
 */
export function pageOf({ metas, title }: PageHead, url: URL): Page | null {
  const first = (...names: readonly string[]) =>
    names.map((name) => shown(metas.get(name) ?? '')).find((text) => text !== '')
  const named = first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src')
  const image = named === undefined ? null : imageAddress(named, url)
  if (image === null) return null
  const description = first('og:description', 'twitter:description', 'description')
  return {
    title: cut(first('og:title', 'twitter:title') ?? shown(title), longestTitle),
    description: cut(description ?? '', longestDescription),
    image,
  }
}

/** A text in one line, without characters that could disorder others. */
function shown(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
}

function cut(text: string, limit: number): string | null {
  return text === '' ? null : cutText(text, limit, '…')
}

function imageAddress(written: string, base: URL): string | null {
  if (!URL.canParse(written, base)) return null
  const image = new URL(written, base)
  const isShown = /^https?:$/.test(image.protocol) && image.username === '' && image.password === ''
  return isShown && image.href.length <= textLimits.shownAddress ? image.href : null
}
