import sql from 'sql-template-tag'
import { loadNamedUsers } from '../../direct-messages/named-users.ts'
import { badNarrow, type CompileTerm, isId, type NarrowReader, wrongOperand } from './term.ts'

/** `sender`: messages of one user, by address or id. */
export const compileSender: CompileTerm = async (term, reader) => {
  const { operand } = term
  if (typeof operand !== 'string' && !Number.isSafeInteger(operand)) {
    throw wrongOperand(term, 'an integer or a string')
  }
  const userId = await findUser(operand as string | number, reader) // One of both, as seen just now.
  if (userId === undefined) throw badNarrow(`unknown user '${String(operand)}'`)
  return { condition: sql`m.sender_id = ${userId}` }
}

async function findUser(
  operand: string | number,
  { db, context }: NarrowReader,
): Promise<number | undefined> {
  if (typeof operand === 'number' ? !isId(operand) : operand.includes('\0')) return undefined
  const { viewer, permissions } = context
  if (!viewer || !permissions) return typeof operand === 'number' ? operand : undefined
  const named = typeof operand === 'number' ? { userIds: [operand] } : { addresses: [operand] }
  const users = await loadNamedUsers(db, { ...context, viewer, permissions }, named)
  const user = typeof operand === 'number' ? users.byId(operand) : users.byAddress(operand)
  return user?.id
}
