import type { StateBlock, Token } from 'markdown-it'
import { codeIndentation, indentation, lineText } from './block-lines.ts'
import { mathWords } from './math.ts'

interface Opening {
  readonly fence: string
  /** First word behind the fence, as written. */
  readonly word: string
  /** What follows the word. */
  readonly title: string
}

/**
 * Block rule: fenced blocks of code, quotes, formulas and spoilers (reference: "Code, quote, math,
 * spoiler fences").
 */
export function fences(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (indentation(state, startLine) >= codeIndentation) return false
  const opening = readOpening(lineText(state, startLine))
  if (!opening) return false
  if (silent) return true
  const end = findEnd(state, startLine, endLine, opening.fence)
  const kind = opening.word.toLowerCase()
  if (kind === 'quote') pushQuote(state, startLine + 1, end.line)
  else if (kind === 'spoiler') pushSpoiler(state, startLine + 1, end.line, opening.title)
  else if (mathWords.has(kind)) pushLines(state, 'math_block', startLine, end.line)
  else pushLines(state, 'fence', startLine, end.line).info = opening.word
  state.line = end.line + (end.isClosed ? 1 : 0)
  return true
}

function readOpening(text: string): Opening | null {
  const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0]
  if (fence === undefined) return null
  const info = text.slice(fence.length).trim()
  if (fence.startsWith('`') && info.includes('`')) return null
  const word = /^\S*/.exec(info)?.[0] ?? ''
  return { fence, word, title: info.slice(word.length).trim() }
}

/** The line that closes a fence; without one, the end of what surrounds it. */
function findEnd(
  state: StateBlock,
  startLine: number,
  endLine: number,
  fence: string,
): { line: number; isClosed: boolean } {
  let line = startLine + 1
  for (; line < endLine; line++) {
    const indent = indentation(state, line)
    if (indent < 0 && !state.isEmpty(line)) break
    if (indent < codeIndentation && closes(lineText(state, line), fence)) return { line, isClosed: true }
  }
  return { line, isClosed: false }
}

function closes(text: string, fence: string): boolean {
  if (!text.startsWith(fence)) return false
  const trimmed = text.trimEnd()
  for (let index = fence.length; index < trimmed.length; index++) {
    if (trimmed[index] !== fence[0]) return false
  }
  return true
}

function pushQuote(state: StateBlock, from: number, to: number): void {
  state.push('blockquote_open', 'blockquote', 1)
  tokenizeLines(state, from, to)
  state.push('blockquote_close', 'blockquote', -1)
}

function pushSpoiler(state: StateBlock, from: number, to: number, title: string): void {
  state.push('spoiler_open', 'div', 1)
  if (title !== '') {
    state.push('paragraph_open', 'p', 1)
    const inline = state.push('inline', '', 0)
    inline.content = title
    inline.children = []
    state.push('paragraph_close', 'p', -1)
  }
  state.push('spoiler_body', 'div', 0)
  tokenizeLines(state, from, to)
  state.push('spoiler_close', 'div', -1)
}

/** A block whose lines are taken as they are. */
function pushLines(state: StateBlock, type: string, startLine: number, to: number): Token {
  const token = state.push(type, '', 0)
  token.content = state.getLines(startLine + 1, to, state.sCount[startLine] ?? 0, true)
  return token
}

function tokenizeLines(state: StateBlock, from: number, to: number): void {
  const { lineMax, parentType } = state
  state.lineMax = to
  state.parentType = 'blockquote'
  state.md.block.tokenize(state, from, to)
  state.lineMax = lineMax
  state.parentType = parentType
}
