import { escapeAttribute, escapeText } from './html.ts'
import { attributes } from './media.ts'

/** A linked page that can be previewed, and the place in the HTML for it. */
export interface PageSlot {
  readonly address: string
  /** Index in the HTML, behind the block that links it. */
  readonly at: number
}

/** What is shown of a page. */
export interface ShownPage {
  readonly title: string | null
  readonly description: string | null
  /** Where its image is fetched from, as it stands in the HTML: an address of this server. */
  readonly imageSource: string
}

/** What rendering writes where the preview of a page goes; no text can, since its angle brackets are escaped. */
export const pageMark = '<!page>'

/**
 * Takes the marks out of rendered HTML.
 *
 * @param addresses of the marks, in their order
 */
export function takePageMarks(
  marked: string,
  addresses: readonly string[],
): { html: string; pages: PageSlot[] } {
  const [first = '', ...parts] = marked.split(pageMark)
  let html = first
  const pages = parts.map((part, index) => {
    // Before the line break that ends the block.
    const at = html.endsWith('\n') ? html.length - 1 : html.length
    html += part
    return { address: addresses[index] ?? '', at }
  })
  return { html, pages }
}

/** The preview of a page, as one line (reference: "Links, linkifiers, previews"). */
export function pagePreview(address: string, { title, description, imageSource }: ShownPage): string {
  const image = attributes({
    class: 'message_embed_image',
    href: address,
    style: `background-image: url(${imageSource})`,
  })
  const titled =
    title === null
      ? ''
      : `<div class="message_embed_title"><a${attributes({ href: address, title })}>${escapeText(title)}</a></div>`
  const described =
    description === null ? '' : `<div class="message_embed_description">${escapeText(description)}</div>`
  return `<div class="message_embed"><a${image}></a><div class="data-container">${titled}${described}</div></div>`
}

/**
 * Puts previews in their places.
 *
 * @param pages in the order of their places
 * @param previews by address: as HTML; null for a page of which nothing is shown. Others stay pending
 */
export function insertPagePreviews(
  html: string,
  pages: readonly PageSlot[],
  previews: ReadonlyMap<string, string | null>,
): { html: string; pending: PageSlot[] } {
  const pending: PageSlot[] = []
  let shown = ''
  let from = 0
  for (const [index, { address, at }] of pages.entries()) {
    shown += html.slice(from, at)
    from = at
    const preview = previews.get(address)
    if (preview === undefined) pending.push({ address, at: shown.length })
    else if (preview !== null) {
      shown += `\n${preview}`
      // Where it is the last in a place that no line break follows, such as in the text of a list's item.
      const isLast = pages[index + 1]?.at !== at
      if (isLast && at < html.length && html[at] !== '\n') shown += '\n'
    }
  }
  return { html: shown + html.slice(from), pending }
}

const previewLine = /^<div class="message_embed"><a class="message_embed_image" href="([^"]*)".*$/gm

/** The previews that our own HTML shows for some pages, by address. */
export function shownPagePreviews(html: string, pages: readonly PageSlot[]): Map<string, string> {
  const lines = new Map(Array.from(html.matchAll(previewLine), ([line, href = '']) => [href, line]))
  return new Map(
    pages.flatMap(({ address }) => {
      const line = lines.get(escapeAttribute(address))
      return line === undefined ? [] : [[address, line]]
    }),
  )
}
