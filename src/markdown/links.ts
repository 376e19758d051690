import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { contextOf, type RenderContext } from './context.ts'
import { completeAddress, isAllowedAddress } from './link-schemes.ts'
import { audioPlayer, inlineImage, isAudio, uploadOf } from './media.ts'
import { remoteSoundName, remoteSoundPlayer } from './remote-media.ts'

/** Restricts where links may lead, and leaves their texts as they were written. */
export function restrictLinks(parser: MarkdownIt): void {
  const encode = parser.normalizeLink.bind(parser)
  parser.normalizeLink = (target) => encode(completeAddress(target))
  parser.normalizeLinkText = (text) => text
  parser.validateLink = isAllowedAddress
}

/**
 * Core rule: links to this server's messages and uploads become relative, a link without a text
 * shows its address, and none has a title (reference: "Links, linkifiers, previews"). `![text](url)`
 * is an uploaded image or sound itself, or a sound of another server, and a link to everything else.
 */
export function finishLinks(state: StateCore): void {
  const { serverUrl } = contextOf(state.env).options
  for (const block of state.tokens) {
    if (block.type === 'inline' && block.children) block.children = finish(state, block.children, serverUrl)
  }
}

function finish(state: StateCore, tokens: Token[], serverUrl: string | undefined): Token[] {
  const finished: Token[] = []
  let isWithoutAddress = false
  // Of an image or a player that has taken the place of its link.
  let isReplaced = false
  for (const [index, token] of tokens.entries()) {
    if (isReplaced) {
      isReplaced = token.type !== 'link_close'
      continue
    }
    const previous = finished.at(-1)
    if (token.type === 'link_open') isWithoutAddress = token.attrGet('href') === ''
    if (isWithoutAddress && /^link_/.test(token.type)) {
      finished.push(bracket(state, token))
      continue
    }
    if (token.type === 'link_open' && token.info !== 'reference') {
      const address = String(token.attrGet('href'))
      token.attrs = [['href', relativeAddress(address, serverUrl)]]
      token.meta = { address }
      if (token.info === '' && previous?.type === 'text' && previous.content.endsWith('!')) {
        previous.content = previous.content.slice(0, -1)
        const media = mediaOf(state, tokens, index)
        if (media) {
          finished.push(media)
          isReplaced = true
          continue
        }
      }
    }
    if (token.type === 'link_close' && previous?.type === 'link_open') {
      const text = new state.Token('text', '', 0)
      text.content = String(previous.meta?.address)
      // The text is an address now, like that of a bare link.
      previous.info = 'auto'
      finished.push(text)
    }
    finished.push(token)
  }
  return finished
}

/** The image or player that a link with an exclamation mark asks for; null where it stays a link. */
function mediaOf(state: StateCore, tokens: readonly Token[], index: number): Token | null {
  const html = mediaHtml(
    contextOf(state.env),
    String(tokens[index]?.attrGet('href')),
    textOfLink(tokens, index),
  )
  if (html === null) return null
  const token = new state.Token('media', '', 0)
  token.content = html
  return token
}

function mediaHtml({ pictures, options }: RenderContext, address: string, text: string): string | null {
  const upload = uploadOf(address)
  if (upload) {
    const picture = pictures.get(upload.pathId)
    if (picture) return inlineImage(upload, picture, text || upload.fileName)
    return isAudio(upload) ? audioPlayer(upload, text || upload.fileName) : null
  }
  const { externalContentUrl, inlineImagePreview } = options
  const sound = externalContentUrl && inlineImagePreview !== false ? remoteSoundName(address) : null
  return externalContentUrl && sound !== null
    ? remoteSoundPlayer(address, text || sound, externalContentUrl(address))
    : null
}

/** The plain text of a link. */
export function textOfLink(tokens: readonly Token[], index: number): string {
  let text = ''
  for (let next = index + 1; tokens[next] && tokens[next]?.type !== 'link_close'; next++) {
    text += tokens[next]?.content ?? ''
  }
  return text
}

/** What a link was written with that names no address at all, such as `[text]()`. */
function bracket(state: StateCore, token: Token): Token {
  const text = new state.Token('text', '', 0)
  text.content = token.nesting === 1 ? '[' : ']()'
  return text
}

function relativeAddress(address: string, serverUrl: string | undefined): string {
  if (serverUrl === undefined) return address
  const root = serverUrl.replace(/\/+$/, '')
  if (!address.startsWith(`${root}/`)) return address
  const path = address.slice(root.length + 1)
  return path.startsWith('#narrow') || path.startsWith('user_uploads/') ? path : address
}
