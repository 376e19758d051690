import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { guestsAreLimited } from './audience.ts'
import { announceGuestSight, type GuestSight, readGuestSight } from './guest-sight.ts'

/** The organization, as far as its guests' sight of users goes. */
export interface SightPlace {
  readonly organizationId: number
  /** The organization's (organization-address.ts). */
  readonly hostName: string
  readonly systemGroups: SystemGroupIds
}

/** Tells limited guests whom they have come to see, or see no longer, since the watch began. */
export type AnnounceSight = () => Promise<void>

const nothing: AnnounceSight = async () => {}

/**
 * Begins to watch whom limited guests see, before users begin or cease to subscribe to channels. Where
 * guests see everybody this is one query, and so it is where no guest is concerned.
 *
 * @param userIds whose subscriptions change
 */
export async function watchSubscribers(
  tx: WriteTransaction,
  place: SightPlace,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<AnnounceSight> {
  if (channelIds.length === 0 || userIds.length === 0) return nothing
  if (!(await guestsAreLimited(tx, place.organizationId, place.systemGroups))) return nothing
  const concerned = await tx.query<{ id: number; isGuest: boolean }>(sql`
    SELECT u.id, u.role = ${roles.guest} AND u.is_active AS is_guest FROM "user" u
    WHERE u.id = ANY(${userIds}::int[]) OR EXISTS (
      SELECT FROM subscription s WHERE s.user_id = u.id AND s.channel_id = ANY(${channelIds}::int[]) AND s.active)`)
  const changing = new Set(userIds)
  const guests = concerned.filter(({ isGuest }) => isGuest).map(({ id }) => id)
  const all = concerned.map(({ id }) => id)
  // All guests there see more or less of those who come and go, who in turn see more or less of all.
  return watch(tx, place, async () =>
    union(
      await readGuestSight(tx, guests, [...changing]),
      await readGuestSight(
        tx,
        guests.filter((id) => changing.has(id)),
        all,
      ),
    ),
  )
}

/** The same before users begin to write to each other. */
export async function watchParticipants(
  tx: WriteTransaction,
  place: SightPlace,
  participants: readonly { readonly id: number; readonly role: number; readonly isActive: boolean }[],
): Promise<AnnounceSight> {
  const guests = participants.filter(({ role, isActive }) => role === roles.guest && isActive)
  if (guests.length === 0) return nothing
  if (!(await guestsAreLimited(tx, place.organizationId, place.systemGroups))) return nothing
  const [guestIds, userIds] = [guests, participants].map((users) => users.map(({ id }) => id))
  return watch(tx, place, () => readGuestSight(tx, guestIds ?? [], userIds ?? []))
}

async function watch(
  tx: WriteTransaction,
  place: SightPlace,
  read: () => Promise<GuestSight>,
): Promise<AnnounceSight> {
  const before = await read()
  return async () => announceGuestSight(tx, place, before, await read())
}

function union(one: GuestSight, other: GuestSight): GuestSight {
  const all = new Map(one)
  for (const [userId, guests] of other) all.set(userId, new Set([...(all.get(userId) ?? []), ...guests]))
  return all
}
