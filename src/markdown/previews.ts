import type { StateCore, Token } from 'markdown-it'
import { contextOf, type RenderContext } from './context.ts'
import { textOfLink } from './links.ts'
import { imagePreview, isVideo, type NamedUpload, uploadOf, videoPreview } from './media.ts'
import {
  isPageAddress,
  remoteImageName,
  remoteImagePreview,
  remoteVideoName,
  remoteVideoPreview,
  youtubeIdOf,
  youtubePreview,
  youtubeStillOf,
} from './remote-media.ts'

/** A text that links more than this has no previews. */
const mostPreviews = 24

/** What can be shown of a link: HTML, or a page that nobody has looked at. */
interface Preview {
  readonly address: string
  /** Null for a page. */
  readonly html: string | null
  readonly isImage: boolean
}

/**
 * Core rule: shows the images and videos that a paragraph links below it, each once in a text, and keeps places
 * for pages (reference: "Links, linkifiers, previews"). An image link that is all of a paragraph gives way to its
 * preview. Quotes and tables have none.
 */
export function previews(state: StateCore): void {
  const context = contextOf(state.env)
  const { inlineImagePreview, previewsPages } = context.options
  if (inlineImagePreview === false && !previewsPages) return
  const found = new Map<number, Preview[]>()
  const seen = new Set<string>()
  let quotes = 0
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'blockquote_open') quotes++
    if (token.type === 'blockquote_close') quotes--
    if (
      token.type !== 'inline' ||
      quotes > 0 ||
      !state.tokens[index - 1]?.type.match(/^(?:paragraph|heading)_open$/)
    )
      continue
    const fresh = previewsIn(token.children ?? [], context).filter(({ address }) => !seen.has(address))
    for (const { address } of fresh) seen.add(address)
    if (fresh.length > 0) found.set(index, fresh)
  }
  if (seen.size > 0 && seen.size <= mostPreviews) state.tokens = withPreviews(state, found)
}

function previewsIn(tokens: readonly Token[], context: RenderContext): Preview[] {
  const all = new Map<string, Preview>()
  for (const [index, token] of tokens.entries()) {
    // The links of linkifiers and to messages show nothing.
    if (token.type !== 'link_open' || token.info === 'linkifier' || token.info === 'reference') continue
    const address = String(token.attrGet('href'))
    const text = token.info === 'auto' ? null : textOfLink(tokens, index)
    const preview = filePreview(address, text, context) ?? pagePreview(address, context)
    if (preview && !all.has(preview.address)) all.set(preview.address, preview)
  }
  return [...all.values()]
}

/** The preview of an image or a video; null for everything else, and where none are shown. */
function filePreview(address: string, text: string | null, context: RenderContext): Preview | null {
  if (context.options.inlineImagePreview === false) return null
  const upload = uploadOf(address)
  return upload ? previewOf(upload, text ?? upload.fileName, context) : remotePreview(address, text, context)
}

function pagePreview(address: string, { options }: RenderContext): Preview | null {
  return options.previewsPages && isPageAddress(address, options.serverUrl)
    ? { address, html: null, isImage: false }
    : null
}

function previewOf(upload: NamedUpload, title: string, context: RenderContext): Preview | null {
  const address = upload.pathId
  const picture = context.pictures.get(address)
  if (picture) return { address, html: imagePreview(upload, picture, title), isImage: true }
  return isVideo(upload) ? { address, html: videoPreview(upload, title), isImage: false } : null
}

/** The preview of an image or a video of another server; null for everything else, and where none are shown. */
function remotePreview(address: string, text: string | null, context: RenderContext): Preview | null {
  const { externalContentUrl } = context.options
  if (!externalContentUrl) return null
  const videoId = youtubeIdOf(address)
  if (videoId !== null) {
    const html = youtubePreview(address, videoId, externalContentUrl(youtubeStillOf(videoId)))
    return { address, html, isImage: false }
  }
  const videoName = remoteVideoName(address)
  if (videoName !== null) {
    const html = remoteVideoPreview(address, text ?? videoName, externalContentUrl(address))
    return { address, html, isImage: false }
  }
  const fileName = remoteImageName(address)
  if (fileName === null) return null
  return {
    address,
    html: remoteImagePreview(address, text ?? fileName, externalContentUrl(address)),
    isImage: true,
  }
}

function withPreviews(state: StateCore, found: ReadonlyMap<number, readonly Preview[]>): Token[] {
  const { pages } = contextOf(state.env)
  const tokens: Token[] = []
  for (const [index, token] of state.tokens.entries()) {
    const after = found.get(index - 1)
    if (after) {
      // The end of the block whose text was read just before.
      if (token.type === 'paragraph_close' && isOnlyImage(state.tokens[index - 1], after)) tokens.splice(-2)
      else tokens.push(token)
      const files = after.flatMap(({ html }) => (html === null ? [] : [previewToken(state, html)]))
      tokens.push(...files)
      for (const { address, html } of after) {
        if (html !== null) continue
        pages.push(address)
        tokens.push(pageToken(state, tokens.at(-1)))
      }
    } else tokens.push(token)
  }
  return tokens
}

function isOnlyImage(text: Token | undefined, shown: readonly Preview[]): boolean {
  const children = text?.children ?? []
  const links = children.filter(({ type }) => type === 'link_open').length
  return (
    shown.length === 1 &&
    shown[0]?.isImage === true &&
    links === 1 &&
    children[0]?.type === 'link_open' &&
    children.at(-1)?.type === 'link_close'
  )
}

function previewToken(state: StateCore, html: string): Token {
  const token = new state.Token('preview', '', 0)
  token.content = html
  return token
}

/** The place of a page's preview; what comes behind it is laid out as if it were not there. */
function pageToken(state: StateCore, previous: Token | undefined): Token {
  const token = new state.Token('page', '', previous?.hidden ? -1 : 0)
  token.hidden = previous?.hidden ?? false
  return token
}
