import type { StateCore } from 'markdown-it'
import { contextOf } from './context.ts'

/**
 * Core rule: reads the text of every block, and tells the rules whether it stands in a quote, where
 * mentions are silent.
 */
export function inlineText(state: StateCore): void {
  const context = contextOf(state.env)
  for (const token of state.tokens) {
    if (token.type === 'blockquote_open') context.quoteDepth++
    if (token.type === 'blockquote_close') context.quoteDepth--
    if (token.type !== 'inline') continue
    token.children = []
    state.md.inline.parse(token.content, state.md, state.env, token.children)
  }
}
