import type { StateBlock } from 'markdown-it'

/** Index in the source of a line's first character that is not indentation. */
export function contentStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

/** A line without its indentation and its end. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(contentStart(state, line), state.eMarks[line])
}

/** Columns between the left edge of the surrounding block and a line's content; may be negative. */
export function indentation(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent
}

/** From this indentation on a line is code. */
export const codeIndentation = 4
