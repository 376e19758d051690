import sql, { type Sql } from 'sql-template-tag'
import type { Permissions } from '../access/permissions.ts'
import type { Viewer } from '../access/viewer.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Queryable } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import { maySeeAddress, userIdOfDummyAddress } from './address.ts'

/** What access to users is judged by. */
export interface UserReader {
  readonly viewer: Viewer
  /** Read through the same connection as the users. */
  readonly permissions: Permissions
}

/** The one answer for users that do not exist and those one may not see. */
export const noSuchUser = () => badRequest('No such user')

/**
 * The condition under which a limited guest sees the user `u` (reference: "Users visible to whom"):
 * themselves, bots, and whoever shares a channel or a direct-message conversation with them.
 *
 * @param guestId an SQL expression for the guest's id
 */
export function visibleToGuest(guestId: Sql): Sql {
  return sql`(u.id = ${guestId} OR u.bot_type IS NOT NULL
    OR EXISTS (
      SELECT FROM subscription theirs JOIN subscription mine ON mine.channel_id = theirs.channel_id
      WHERE theirs.user_id = u.id AND theirs.active AND mine.user_id = ${guestId} AND mine.active)
    OR EXISTS (
      SELECT FROM direct_message_group g WHERE g.participant_ids @> ARRAY[u.id, ${guestId}]))`
}

/** Whether this reader sees the whole organization; only guests may not. */
export function seesEverybody({ permissions }: UserReader): Promise<boolean> {
  return permissions.holds('can_access_all_users_group')
}

/** The users of the organization whom this reader sees, deactivated ones too, as a condition on `u`. */
export async function visibleUsers(reader: UserReader): Promise<Sql> {
  const { viewer } = reader
  const organization = sql`u.organization_id = ${viewer.organizationId}`
  if (await seesEverybody(reader)) return organization
  return sql`${organization} AND ${visibleToGuest(sql`${viewer.id}::int`)}`
}

/**
 * The users of an organization of whom visitors know, as a condition on `u`: whoever has written something that they
 * can read. That somebody can be read by the world is theirs to choose, that they are in the organization is not.
 */
export function visibleToVisitors(organizationId: number): Sql {
  return sql`u.organization_id = ${organizationId} AND EXISTS (
    SELECT FROM message m JOIN channel c ON c.id = m.channel_id WHERE m.sender_id = u.id AND c.is_web_public)`
}

/**
 * A user of the viewer's organization, deactivated or not.
 *
 * @param lock holds back other changes of the user until the transaction ends
 * @throws CodedError BAD_REQUEST when there is none, or the viewer may not see them
 */
export async function accessUser(
  db: Queryable,
  reader: UserReader,
  userId: number,
  { lock = false } = {},
): Promise<User> {
  const [user] = await db.query<User>(sql`
    SELECT * FROM "user" u WHERE u.id = ${userId} AND ${await visibleUsers(reader)}
    ${lock ? sql`FOR UPDATE OF u` : sql``}`)
  if (!user) throw noSuchUser()
  return user
}

/**
 * A user by address: the dummy one of anybody, and the real one where the viewer may see it
 * (reference: "Email addresses").
 *
 * @param hostName the organization's (organization-address.ts)
 * @throws CodedError BAD_REQUEST when there is none, or the viewer may not know
 */
export async function accessUserByAddress(
  db: Queryable,
  reader: UserReader,
  address: string,
  hostName: string,
): Promise<User> {
  const userId = userIdOfDummyAddress(address, hostName)
  // A real address that looks like a dummy would let its owner pass for somebody else.
  if (userId !== undefined) return accessUser(db, reader, userId)
  const [user] = await db.query<User>(sql`
    SELECT * FROM "user" u
    WHERE lower(u.delivery_email) = lower(${address}) AND ${await visibleUsers(reader)}`)
  if (!user || !maySeeAddress(reader.viewer, user)) throw noSuchUser()
  return user
}
