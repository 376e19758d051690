import type { StateCore, StateInline, Token } from 'markdown-it'

/** Elements of emphasis inside one another, at most; further ones stay text. */
const maxDepth = 32

/** Inline rule: underscores are text, so that names_like_this keep them (reference: "Basics"). */
export function underscores(state: StateInline, silent: boolean): boolean {
  let end = state.pos
  while (end < state.posMax && state.src[end] === '_') end++
  if (end === state.pos) return false
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}

/**
 * Core rule: three stars give strong around emphasis, where the parser has them the other way
 * round, and emphasis does not nest without end.
 */
export function orderEmphasis(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.type !== 'inline' || !block.children) continue
    block.children = block.children.filter((token) => token.type !== 'text' || token.content !== '')
    orderTokens(block.children)
  }
}

function orderTokens(tokens: Token[]): void {
  const open: number[] = []
  const closedBy = new Map<number, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === 1) open.push(index)
    if (token.nesting !== -1) continue
    const start = open.pop()
    const opening = start === undefined ? undefined : tokens[start]
    if (start === undefined || !opening) continue
    if (open.length >= maxDepth && token.type !== 'link_close') {
      turnIntoText(opening)
      turnIntoText(token)
      continue
    }
    closedBy.set(start, index)
    const holdsOnlyNext = closedBy.get(start + 1) === index - 1
    if (opening.type === 'em_open' && holdsOnlyNext && tokens[start + 1]?.type === 'strong_open') {
      swapWithNext(tokens, start)
      swapWithNext(tokens, index - 1)
    }
  }
}

function swapWithNext(tokens: Token[], index: number): void {
  const [one, other] = [tokens[index], tokens[index + 1]]
  if (!one || !other) return
  tokens[index] = other
  tokens[index + 1] = one
}

function turnIntoText(token: Token): void {
  token.type = 'text'
  token.tag = ''
  token.nesting = 0
  token.content = token.markup
}
