import type { StateCore } from 'markdown-it'
import { contextOf } from './context.ts'

/** What every rule of text within a block begins at; a text without any, as in most cells of tables, is itself. */
const mayHoldMarkup = /[\n`~*[$@#<:]/

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
    if (mayHoldMarkup.test(token.content)) {
      state.md.inline.parse(token.content, state.md, state.env, token.children)
    } else if (token.content !== '') {
      const text = new state.Token('text', '', 0)
      text.content = token.content
      token.children.push(text)
    }
  }
}
