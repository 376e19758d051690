import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Queryable } from '../database/database.ts'
import type { WriteTransaction } from '../events/transact.ts'
import { visibleToGuest } from './access.ts'
import { STAND_IN_NAME, standIn } from './stand-in.ts'
import { type UserRow, userColumns } from './user-row.ts'
import { wireUser } from './wire.ts'

/** Guests who see a user, by the user's id. */
export type GuestSight = ReadonlyMap<number, ReadonlySet<number>>

/**
 * Which of some guests see which of some users, where guests see only whom they have to do with. Ask
 * before and after something that can change it.
 */
export async function readGuestSight(
  db: Queryable,
  guestIds: readonly number[],
  userIds: readonly number[],
): Promise<GuestSight> {
  if (guestIds.length === 0 || userIds.length === 0) return new Map()
  const rows = await db.query<{ userId: number; guestIds: number[] }>(sql`
    SELECT u.id AS user_id, array_agg(guest.id) AS guest_ids
    FROM "user" u, unnest(${guestIds}::int[]) AS guest(id)
    WHERE u.id = ANY(${userIds}::int[]) AND ${visibleToGuest(sql`guest.id`)}
    GROUP BY u.id`)
  return new Map(rows.map((row) => [row.userId, new Set(row.guestIds)]))
}

/** What one side sees and the other does not: pairs of a user and the guests. */
function difference(of: GuestSight, without: GuestSight): Map<number, number[]> {
  const left = new Map<number, number[]>()
  for (const [userId, guests] of of) {
    const others = without.get(userId)
    const more = [...guests].filter((guestId) => !others?.has(guestId)).sort((one, two) => one - two)
    if (more.length > 0) left.set(userId, more)
  }
  return left
}

/**
 * Tells guests of users whom they have come to see, or see no longer (reference: events, "realm_user
 * add for limited guests"). Clients that list everybody get a stand-in for whom they no longer see.
 *
 * @param place.hostName the organization's (organization-address.ts)
 */
export async function announceGuestSight(
  tx: WriteTransaction,
  place: { readonly organizationId: number; readonly hostName: string },
  before: GuestSight,
  after: GuestSight,
): Promise<void> {
  const lost = difference(before, after)
  const gained = difference(after, before)
  if (lost.size + gained.size === 0) return
  const { organizationId, hostName } = place
  for (const [userId, audience] of lost) {
    const person = { user_id: userId, full_name: STAND_IN_NAME }
    tx.announce({ payload: { type: 'realm_user', op: 'remove', person }, audience })
    tx.announce({
      payload: {
        type: 'realm_user',
        op: 'add',
        person: standIn(userId, organizationId, hostName),
        stand_in: true,
      },
      audience,
    })
  }
  const users = await tx.query<UserRow>(sql`
    SELECT ${userColumns} FROM "user" u WHERE u.id = ANY(${[...gained.keys()]}::int[]) ORDER BY u.id`)
  for (const user of users) {
    // To all guests the same person: of whom they come to see, they are none themselves.
    const person = wireUser(user, {
      reader: { id: 0, role: roles.guest },
      hostName,
      clientGravatar: false,
    })
    tx.announce({
      payload: { type: 'realm_user', op: 'add', person },
      audience: gained.get(user.id) ?? [],
    })
  }
}
