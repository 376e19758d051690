import sql from 'sql-template-tag'
import { type CompileTerm, messageIdOperand } from './term.ts'

/** `id`: one message. */
export const compileId: CompileTerm = (term) => ({ condition: sql`m.id = ${messageIdOperand(term)}` })

/** `near`: a hint where to look, which leaves out nothing. */
export const compileNear: CompileTerm = (term) => {
  messageIdOperand(term)
  return { condition: null, ignoresNegation: true }
}
