import sql from 'sql-template-tag'
import { findDirectMessageGroup } from '../../direct-messages/find-group.ts'
import { type Addressees, loadNamedUsers } from '../../direct-messages/named-users.ts'
import type { User } from '../../generated/prisma/client.ts'
import { requireViewer } from '../../graphql/context.ts'
import { badNarrow, type CompileTerm, isId, type NarrowTerm, wrongOperand } from './term.ts'

/** `dm` (`pm-with`): the conversation of exactly these users and the viewer. */
export const compileDm: CompileTerm = async (term, { db, context }) => {
  const viewing = requireViewer(context)
  const { viewer } = viewing
  const named = addressees(term)
  const names = 'userIds' in named ? named.userIds : named.addresses
  if (names.length === 0) return { condition: sql`false`, about: 'direct' }
  const users = await loadNamedUsers(db, viewing, named)
  const participants = names.map((name): User => {
    const user = typeof name === 'number' ? users.byId(name) : users.byAddress(name)
    if (!user) throw badNarrow(`unknown user in '${names.join(', ')}'`)
    return user
  })
  const groupId = await findDirectMessageGroup(db, viewer.organizationId, [
    viewer.id,
    ...participants.map(({ id }) => id),
  ])
  return {
    condition: groupId === undefined ? sql`false` : sql`m.direct_message_group_id = ${groupId}`,
    about: 'direct',
  }
}

function addressees(term: NarrowTerm): Addressees {
  const { operand } = term
  if (typeof operand === 'string') {
    if (operand.includes('\0')) throw badNarrow('an address with a null byte')
    const addresses = operand.split(',').map((address) => address.trim())
    return { addresses: addresses.filter((address) => address !== '') }
  }
  if (!Array.isArray(operand) || !operand.every((id) => Number.isSafeInteger(id))) {
    throw wrongOperand(term, 'a string or a list of integers')
  }
  if (!operand.every(isId)) throw badNarrow(`unknown user in '${operand.join(', ')}'`)
  return { userIds: operand }
}
