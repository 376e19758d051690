import sql from 'sql-template-tag'
import { loadNamedUsers } from '../../direct-messages/named-users.ts'
import { organizationHostName } from '../../organizations/organization-address.ts'
import { type AddressedUser, apiAddress, userIdOfDummyAddress } from '../../users/address.ts'
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

async function findUser(operand: string | number, reader: NarrowReader): Promise<number | undefined> {
  if (typeof operand === 'number' ? !isId(operand) : operand.includes('\0')) return undefined
  const { db, context } = reader
  const { viewer, permissions } = context
  if (!viewer || !permissions) return findForVisitors(operand, reader)
  const named = typeof operand === 'number' ? { userIds: [operand] } : { addresses: [operand] }
  const users = await loadNamedUsers(db, { ...context, viewer, permissions }, named)
  const user = typeof operand === 'number' ? users.byId(operand) : users.byAddress(operand)
  return user?.id
}

/** Visitors know those who have written where visitors may read, by the address that messages show. */
async function findForVisitors(
  operand: string | number,
  { db, context: { core, organization } }: NarrowReader,
): Promise<number | undefined> {
  const hostName = organizationHostName(core.config, organization)
  const id = typeof operand === 'number' ? operand : userIdOfDummyAddress(operand, hostName)
  const [user] = await db.query<AddressedUser>(sql`
    SELECT u.id, u.delivery_email, u.email_address_visibility, u.bot_type FROM "user" u
    WHERE ${id === undefined ? sql`lower(u.delivery_email) = lower(${operand})` : sql`u.id = ${id}`}
      AND EXISTS (SELECT FROM message m JOIN channel c ON c.id = m.channel_id
        WHERE m.sender_id = u.id AND m.organization_id = ${organization.id} AND c.is_web_public)`)
  if (!user) return undefined
  const isNamedSo =
    operand === user.id || apiAddress(user, hostName).toLowerCase() === String(operand).toLowerCase()
  return isNamedSo ? user.id : undefined
}
