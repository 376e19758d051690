import sql from 'sql-template-tag'
import type { CompileTerm } from './term.ts'
import { userOperand } from './user.ts'

/** `sender`: messages of one user, by address or id. */
export const compileSender: CompileTerm = async (term, reader) => ({
  condition: sql`m.sender_id = ${await userOperand(term, reader)}`,
})
