import type { StateCore, Token } from 'markdown-it'
import { contextOf } from './context.ts'
import { showUnicodeEmoji } from './emoji.ts'
import { emojiCodeOf, emojiNamesByCode } from './emoji-names.ts'
import { emoticonCode, emoticonPattern } from './emoticons.ts'

// A flag, a keycap, or pictographs joined into one picture, each with its presentation and skin tone.
const emojiPattern = [
  String.raw`\p{Regional_Indicator}{2}`,
  String.raw`[#*0-9]\uFE0F?\u20E3`,
  String.raw`(?:\p{Extended_Pictographic}|\p{Regional_Indicator})[\uFE0E\uFE0F]?\p{Emoji_Modifier}?[\u{E0020}-\u{E007F}]*` +
    String.raw`(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*`,
].join('|')

const emoji = new RegExp(emojiPattern, 'gu')
const emojiAndEmoticons = new RegExp(
  `(?<![^\\s(])(?:${emoticonPattern})(?![^\\s.,!?)])|${emojiPattern}`,
  'gu',
)

/** What every emoji and emoticon has one of; most texts are told from them by it at once. */
const mayHoldEmoji = /[:;<\u0080-\uffff]/

/** Below this code point a character such as © is text unless U+FE0F asks for a picture. */
const firstPicture = 0x2300

/**
 * Core rule: Unicode emoji that stand in the text as characters, and emoticons where the writer
 * wants them translated (reference: "Emoji"). What has no entry of its own stays text.
 */
export function emojiInText(state: StateCore): void {
  const pattern = contextOf(state.env).options.translateEmoticons ? emojiAndEmoticons : emoji
  for (const block of state.tokens) {
    if (block.type === 'inline' && block.children) block.children = replace(state, block.children, pattern)
  }
}

function replace(state: StateCore, tokens: Token[], pattern: RegExp): Token[] {
  const replaced: Token[] = []
  let foreign = false
  for (const token of tokens) {
    // The text of an address or of a reference is not the writer's own.
    if (token.type === 'link_open' && token.info !== '') foreign = true
    if (token.type === 'link_close') foreign = false
    if (token.type === 'text' && !foreign && mayHoldEmoji.test(token.content)) {
      replaced.push(...split(state, token, pattern))
    } else replaced.push(token)
  }
  return replaced
}

function* split(state: StateCore, token: Token, pattern: RegExp): Generator<Token> {
  const text = token.content
  let done = 0
  for (const match of text.matchAll(pattern)) {
    const code = codeOf(match[0])
    const name = code === undefined ? undefined : emojiNamesByCode().get(code)?.[0]
    if (code === undefined || name === undefined) continue
    if (match.index > done) yield textToken(state, token, text.slice(done, match.index))
    const found = textToken(state, token, '')
    showUnicodeEmoji(found, name, code)
    yield found
    done = match.index + match[0].length
  }
  if (done === 0) yield token
  else if (done < text.length) yield textToken(state, token, text.slice(done))
}

function codeOf(characters: string): string | undefined {
  const emoticon = emoticonCode(characters)
  if (emoticon !== undefined) return emoticon
  const first = characters.codePointAt(0) ?? 0
  const isPicture = first >= firstPicture || /[\uFE0F\u20E3]/.test(characters)
  return isPicture && !characters.includes('\uFE0E') ? emojiCodeOf(characters) : undefined
}

function textToken(state: StateCore, like: Token, text: string): Token {
  const token = new state.Token('text', '', 0)
  token.level = like.level
  token.content = text
  return token
}
