import type { StateBlock } from 'markdown-it'
import { codeIndentation, contentStart, indentation } from './block-lines.ts'

/** How the parser sees a line: where it begins, and how far it is indented. */
interface LineView {
  readonly bMark: number
  readonly tShift: number
  readonly sCount: number
  readonly bsCount: number
}

/**
 * Block rule: lines after `>` (reference: "Basics"). Text right below them continues their last
 * paragraph, and ends the quote. Our own, because the parser's looks through all that follows again
 * and again where such text cannot continue anything.
 */
export function quotes(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  // A marker left of a list's item ends the item's text as well, though the quote is not the item's.
  if (silent) return hasMarker(state, startLine)
  if (!isQuoted(state, startLine)) return false
  const views: LineView[] = []
  let line = startLine
  for (; line < endLine && isQuoted(state, line); line++) {
    views.push(viewOf(state, line))
    stripMarker(state, line)
  }
  const continues = !state.isEmpty(line - 1)
  for (; continues && line < endLine && !state.isEmpty(line) && !startsBlock(state, line, endLine); line++) {
    views.push(viewOf(state, line))
    // Left of every block: to be taken only as the continuation of a paragraph.
    state.sCount[line] = -1
  }
  readContent(state, startLine, line)
  for (const [index, view] of views.entries()) restore(state, startLine + index, view)
  return true
}

function isQuoted(state: StateBlock, line: number): boolean {
  return indentation(state, line) >= 0 && hasMarker(state, line)
}

function hasMarker(state: StateBlock, line: number): boolean {
  return (
    indentation(state, line) < codeIndentation &&
    state.src[contentStart(state, line)] === '>' &&
    !state.isEmpty(line)
  )
}

function stripMarker(state: StateBlock, line: number): void {
  let start = contentStart(state, line) + 1
  const end = state.eMarks[line] ?? start
  if (start < end && /[ \t]/.test(state.src.charAt(start))) start++
  let position = start
  let columns = 0
  for (; position < end; position++) {
    const character = state.src[position]
    if (character === '\t') columns += 4 - (columns % 4)
    else if (character === ' ') columns++
    else break
  }
  state.bMarks[line] = start
  state.tShift[line] = position - start
  state.sCount[line] = columns
  state.bsCount[line] = 0
}

function startsBlock(state: StateBlock, line: number, endLine: number): boolean {
  const parentType = state.parentType
  state.parentType = 'blockquote'
  const starts = state.md.block.ruler
    .getRules('blockquote')
    .some((startsHere) => startsHere(state, line, endLine, true))
  state.parentType = parentType
  return starts
}

function readContent(state: StateBlock, from: number, to: number): void {
  const { blkIndent, lineMax, parentType } = state
  state.blkIndent = 0
  state.lineMax = to
  state.parentType = 'blockquote'
  state.push('blockquote_open', 'blockquote', 1)
  state.md.block.tokenize(state, from, to)
  state.push('blockquote_close', 'blockquote', -1)
  state.blkIndent = blkIndent
  state.lineMax = lineMax
  state.parentType = parentType
}

function viewOf(state: StateBlock, line: number): LineView {
  return {
    bMark: state.bMarks[line] ?? 0,
    tShift: state.tShift[line] ?? 0,
    sCount: state.sCount[line] ?? 0,
    bsCount: state.bsCount[line] ?? 0,
  }
}

function restore(state: StateBlock, line: number, view: LineView): void {
  state.bMarks[line] = view.bMark
  state.tShift[line] = view.tShift
  state.sCount[line] = view.sCount
  state.bsCount[line] = view.bsCount
}
