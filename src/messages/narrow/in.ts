import sql from 'sql-template-tag'
import { isMuted } from './muted.ts'
import { badNarrow, type CompileTerm, textOperand } from './term.ts'

/** `in`: `home` leaves out what the viewer has muted, `all` nothing. */
export const compileIn: CompileTerm = (term, { context: { viewer } }) => {
  const operand = textOperand(term)
  if (operand !== 'home' && operand !== 'all') throw badNarrow(`unknown 'in' operand '${operand}'`)
  // Visitors have muted nothing.
  if (operand === 'all' || !viewer) return { condition: null }
  return { condition: sql`NOT ${isMuted(viewer.id)}` }
}
