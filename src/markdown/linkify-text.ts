import type { StateCore, Token } from 'markdown-it'
import { contextOf } from './context.ts'
import { findLinks, type TextLinkifier } from './text-linkifier.ts'

/** Core rule: what the organization's linkifiers make links of, outside of other links and of code. */
export function linkifyText(state: StateCore): void {
  const linkifiers = matching(contextOf(state.env).options.linkifiers ?? [], state.tokens)
  if (linkifiers.length === 0) return
  for (const block of state.tokens) {
    if (block.type === 'inline' && block.children)
      block.children = [...linkified(state, block.children, linkifiers)]
  }
}

/** Those that match anywhere: to look at all texts together costs less than to look at each of many. */
function matching(linkifiers: readonly TextLinkifier[], blocks: readonly Token[]): readonly TextLinkifier[] {
  if (linkifiers.length === 0) return []
  const texts: string[] = []
  for (const { children } of blocks) {
    if (children) for (const { type, content } of children) if (type === 'text') texts.push(content)
  }
  return linkifiers.filter((linkifier) => linkifier.matchesAny(texts))
}

function* linkified(
  state: StateCore,
  tokens: readonly Token[],
  linkifiers: readonly TextLinkifier[],
): Generator<Token> {
  let isInLink = false
  for (const token of tokens) {
    if (token.type === 'link_open') isInLink = true
    if (token.type === 'link_close') isInLink = false
    if (token.type !== 'text' || isInLink) {
      yield token
      continue
    }
    let done = 0
    for (const { start, end, url } of findLinks(token.content, linkifiers)) {
      if (start > done) yield textToken(state, token.content.slice(done, start))
      yield* link(state, url, token.content.slice(start, end))
      done = end
    }
    if (done === 0) yield token
    else if (done < token.content.length) yield textToken(state, token.content.slice(done))
  }
}

function* link(state: StateCore, url: string, text: string): Generator<Token> {
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['href', url]]
  // Its text is what the pattern matched, not to be read again.
  open.info = 'linkifier'
  yield open
  yield textToken(state, text)
  yield new state.Token('link_close', 'a', -1)
}

function textToken(state: StateCore, text: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = text
  return token
}
