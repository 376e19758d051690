import type { RendererRule, StateInline } from 'markdown-it'
import { contextOf } from './context.ts'
import { breakBeforeBlock, escapeText } from './html.ts'

const form = /\$\$([^\n_$](?:\\\$|[^\n$])*)\$\$(?!\$)/y

/** Words behind a fence that mean formulas. */
export const mathWords: ReadonlySet<string> = new Set(['math', 'latex', 'tex'])

/** Inline rule: a formula between double dollars (reference: "Code, quote, math, spoiler fences"). */
export function inlineMath(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$' || state.src[state.pos - 1] === '$') return false
  form.lastIndex = state.pos
  const source = form.exec(state.src)?.[1]
  if (source === undefined || form.lastIndex > state.posMax) return false
  const end = form.lastIndex
  if (!silent) state.push('math_inline', '', 0).content = source
  state.pos = end
  return true
}

/** Renders a formula within a line; what is none keeps its dollars. */
export const renderInlineMath: RendererRule = (tokens, index, _options, env) => {
  const source = tokens[index]?.content ?? ''
  return contextOf(env).typeset(source, false) ?? texError(`$$${source}$$`)
}

/** Renders a formula that is a block of its own. */
export const renderMathBlock: RendererRule = (tokens, index, _options, env) => {
  const source = (tokens[index]?.content ?? '').trim()
  const html = contextOf(env).typeset(source, true) ?? texError(source)
  return `${breakBeforeBlock(tokens, index)}<p>${html}</p>\n`
}

function texError(source: string): string {
  return `<span class="tex-error">${escapeText(source)}</span>`
}
