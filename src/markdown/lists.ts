import type { StateBlock } from 'markdown-it'
import { codeIndentation, contentStart, indentation, lineText } from './block-lines.ts'

interface Marker {
  /** The number of an ordered item, as written; null for bullets. */
  readonly digits: string | null
  /** Index in the source of the item's text. */
  readonly textStart: number
}

/** Columns that a line is indented to belong to the item above it. */
const itemIndentation = 2

/**
 * Block rule: bulleted and numbered lists (reference: "Basics"). Our own, because a list may follow
 * a text line directly whatever its number, two spaces nest under numbers as well, and the kinds of
 * bullets do not start new lists.
 */
export function lists(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (indentation(state, startLine) >= codeIndentation) return false
  const first = readMarker(state, startLine)
  if (!first) return false
  if (silent) return mayInterrupt(state, startLine, first)

  const ordered = first.digits !== null
  const opening = state.push(ordered ? 'ordered_list_open' : 'bullet_list_open', ordered ? 'ol' : 'ul', 1)
  const firstToken = state.tokens.length
  const number = Number(first.digits ?? 1)
  if (number !== 1) opening.attrs = [['start', String(number)]]
  const parentType = state.parentType
  state.parentType = 'list'

  let isTight = true
  let blankBefore = false
  let line = startLine
  for (let marker: Marker | null = first; marker; marker = nextMarker(state, line, endLine, ordered)) {
    const itemIsTight = readItem(state, line, endLine, marker)
    if (!itemIsTight || blankBefore) isTight = false
    blankBefore = state.line - line > 1 && state.isEmpty(state.line - 1)
    line = state.line
  }

  state.push(ordered ? 'ordered_list_close' : 'bullet_list_close', ordered ? 'ol' : 'ul', -1)
  state.parentType = parentType
  state.line = line
  if (isTight) hideParagraphs(state, firstToken)
  return true
}

function readMarker(state: StateBlock, line: number): Marker | null {
  const match = /^(?:[*+-]|(\d{1,9})[.)])[ \t]+(?=\S)/.exec(lineText(state, line))
  if (!match) return null
  return { digits: match[1] ?? null, textStart: contentStart(state, line) + match[0].length }
}

// "1999. What a year" at the start of a wrapped line is no list.
function mayInterrupt(state: StateBlock, line: number, marker: Marker): boolean {
  if (state.parentType !== 'paragraph' || indentation(state, line) < 0) return true
  return marker.digits === null || marker.digits.length === 1
}

/** Reads one item; says whether no blank line parts its blocks. */
function readItem(state: StateBlock, line: number, endLine: number, marker: Marker): boolean {
  const { blkIndent, tight } = state
  const lineStart = state.bMarks[line] ?? 0
  const shift = state.tShift[line] ?? 0
  const column = state.sCount[line] ?? 0
  state.push('list_item_open', 'li', 1)
  state.blkIndent = column + itemIndentation
  // The first line begins behind its marker, at the item's own left edge.
  state.bMarks[line] = marker.textStart
  state.tShift[line] = 0
  state.sCount[line] = state.blkIndent
  state.tight = true
  state.md.block.tokenize(state, line, endLine)
  const itemIsTight = state.tight
  state.bMarks[line] = lineStart
  state.tShift[line] = shift
  state.sCount[line] = column
  state.blkIndent = blkIndent
  state.tight = tight
  state.push('list_item_close', 'li', -1)
  return itemIsTight
}

function nextMarker(state: StateBlock, line: number, endLine: number, ordered: boolean): Marker | null {
  if (line >= endLine) return null
  const indent = indentation(state, line)
  if (indent < 0 || indent >= codeIndentation) return null
  for (const terminates of state.md.block.ruler.getRules('list')) {
    if (terminates(state, line, endLine, true)) return null
  }
  const marker = readMarker(state, line)
  return marker && (marker.digits !== null) === ordered ? marker : null
}

function hideParagraphs(state: StateBlock, firstToken: number): void {
  const level = state.level + 2
  for (let index = firstToken; index < state.tokens.length; index++) {
    const token = state.tokens[index]
    if (token?.level !== level) continue
    if (token.type === 'paragraph_open' || token.type === 'paragraph_close') token.hidden = true
  }
}
