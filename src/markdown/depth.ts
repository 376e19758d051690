import type { StateBlock } from 'markdown-it'
import { indentation } from './block-lines.ts'

/** Blocks inside one another, at most. A list and its item are two. */
const maxDepth = 40

/**
 * Block rule, asked before all others: below the greatest depth everything is text. Without it the
 * parser would leave out what is nested too deep.
 */
export function tooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < maxDepth) return false
  let line = startLine + 1
  while (line < endLine && (state.isEmpty(line) || indentation(state, line) >= 0)) line++
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, line, state.blkIndent, false).trim()
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = line
  return true
}
