import type { StateInline, Token } from 'markdown-it'
import { contextOf, type RenderContext } from './context.ts'
import { emojiCodesByName, extraEmojiName, extraEmojiUrl } from './emoji-names.ts'

const form = /:([a-z0-9_+-]{1,100}):/y

/** Names that a text has between colons, each once; of two that share a colon, both. */
export function readEmojiNames(content: string): string[] {
  const names = new Set<string>()
  for (const [, name] of content.matchAll(/:(?=([a-z0-9_+-]{1,100}):)/g)) if (name) names.add(name)
  return [...names]
}

/** Inline rule: `:name:` of an organization's own, a Unicode or the extra emoji (reference: "Emoji"). */
export function namedEmoji(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':') return false
  form.lastIndex = state.pos
  const name = form.exec(state.src)?.[1]
  if (name === undefined || form.lastIndex > state.posMax) return false
  const end = form.lastIndex
  const fill = emojiByName(name, contextOf(state.env))
  if (!fill) return false
  if (!silent) fill(state.push('element', '', 0))
  state.pos = end
  return true
}

/** Makes a token show a Unicode emoji. */
export function showUnicodeEmoji(token: Token, name: string, code: string): void {
  const label = name.replaceAll('_', ' ')
  token.type = 'element'
  token.tag = 'span'
  token.attrs = [
    ['aria-label', label],
    ['class', `emoji emoji-${code}`],
    ['role', 'img'],
    ['title', label],
  ]
  token.content = `:${name}:`
}

function emojiByName(name: string, context: RenderContext): ((token: Token) => void) | null {
  const url = context.customEmoji.get(name)
  if (url !== undefined) return (token) => showImage(token, name, url)
  const code = emojiCodesByName().get(name)
  if (code !== undefined) return (token) => showUnicodeEmoji(token, name, code)
  return name === extraEmojiName ? (token) => showImage(token, name, extraEmojiUrl) : null
}

function showImage(token: Token, name: string, url: string): void {
  token.type = 'emoji_image'
  token.tag = 'img'
  token.attrs = [
    ['alt', `:${name}:`],
    ['class', 'emoji'],
    ['src', url],
    ['title', name.replaceAll('_', ' ')],
  ]
}
