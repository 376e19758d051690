import { loadNamedUsers } from '../../direct-messages/named-users.ts'
import { badNarrow, isId, type NarrowReader, type NarrowTerm, wrongOperand } from './term.ts'

/**
 * The user whom an operand names, by address or id.
 *
 * @returns the user's id
 * @throws CodedError BAD_NARROW for nobody whom the reader may know of, BAD_REQUEST for a wrong type
 */
export async function userOperand(term: NarrowTerm, reader: NarrowReader): Promise<number> {
  const { operand } = term
  if (typeof operand !== 'string' && !Number.isSafeInteger(operand)) {
    throw wrongOperand(term, 'an integer or a string')
  }
  const userId = await findUser(operand as string | number, reader) // One of both, as seen just now.
  if (userId === undefined) throw badNarrow(`unknown user '${String(operand)}'`)
  return userId
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
