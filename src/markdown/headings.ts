import type { StateBlock } from 'markdown-it'
import { codeIndentation, indentation, lineText } from './block-lines.ts'

/** Block rule: one to six `#`, a space and a text (reference: "Basics"). */
export function headings(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if (indentation(state, startLine) >= codeIndentation) return false
  const match = /^(#{1,6})[ \t]+(?=\S)/.exec(lineText(state, startLine))
  if (!match) return false
  if (silent) return true
  const text = lineText(state, startLine).slice(match[0].length).trimEnd()
  const tag = `h${match[1]?.length ?? 1}`
  state.push('heading_open', tag, 1)
  const inline = state.push('inline', '', 0)
  inline.content = text.replace(/[ \t]#+$/, '').trimEnd()
  inline.children = []
  state.push('heading_close', tag, -1)
  state.line = startLine + 1
  return true
}
