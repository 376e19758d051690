import type { StateInline } from 'markdown-it'
import { parseTime } from './dates.ts'

const form = /<time:([^<>\n]{1,100})>/y

/**
 * Inline rule: a moment that every reader sees in their own time zone (reference: "Times"). One
 * that cannot be read stays text.
 */
export function timestamps(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '<') return false
  form.lastIndex = state.pos
  const written = form.exec(state.src)?.[1]
  if (written === undefined || form.lastIndex > state.posMax) return false
  const end = form.lastIndex
  const seconds = parseTime(written)
  if (seconds === null) return false
  if (!silent) {
    const token = state.push('element', 'time', 0)
    token.attrs = [['datetime', new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')]]
    token.content = written
  }
  state.pos = end
  return true
}
