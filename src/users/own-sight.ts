import sql from 'sql-template-tag'
import { Permissions } from '../access/permissions.ts'
import { visibleChannels } from '../channels/access.ts'
import { announceSightChanges } from '../channels/announce-sight.ts'
import { defaultChannelsOf } from '../channels/default-channels.ts'
import { roles } from '../contract/roles.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel, User } from '../generated/prisma/client.ts'
import type { AccountPlace } from './account-place.ts'
import { deliveryAddressFor } from './address.ts'
import { announceAvatar } from './announce-avatar.ts'
import { guestsAreLimited } from './audience.ts'
import { isGravatar } from './avatar.ts'
import { announceGuestSight, type GuestSight, readGuestSight } from './guest-sight.ts'
import { type UserRow, userColumns } from './user-row.ts'
import { roleOf } from './wire.ts'

/**
 * Changes an account's role, and tells the account of the channels, users, addresses and default channels
 * that come into its sight or go out of it, after what the change itself announces. Users come before the
 * channels in which they are found, and go after them.
 *
 * @param before the account with its former role, locked by the transaction
 * @param after the same with its new role
 */
export async function changingOwnSight(
  tx: WriteTransaction,
  place: AccountPlace,
  before: User,
  after: User,
  change: () => Promise<void>,
): Promise<void> {
  if (!before.isActive) return change()
  await holdChannels(tx, place.organizationId)
  const channelsBefore = await channelsSeenBy(tx, place, before)
  const isLimited = await guestsAreLimited(tx, place.organizationId, place.systemGroups)
  const usersBefore = isLimited ? await usersSeenBy(tx, place, before) : new Map()
  await change()
  const channelsAfter = await channelsSeenBy(tx, place, after)
  const usersAfter = isLimited ? await usersSeenBy(tx, place, after) : new Map()
  const tellUsers = () => announceGuestSight(tx, place, usersBefore, usersAfter)
  if (after.role !== roles.guest) await tellUsers()
  await tellChannels(tx, place, after.id, channelsBefore, channelsAfter)
  if (after.role === roles.guest) await tellUsers()
  await tellAddresses(tx, before, after, isLimited ? (id) => usersAfter.has(id) : () => true)
  await tellDefaultChannels(tx, before, after)
}

/** Holds an organization's channels, so that what is told of them stays true until the commit. */
export async function holdChannels(tx: WriteTransaction, organizationId: number): Promise<void> {
  await tx.query(sql`SELECT 1 FROM channel WHERE organization_id = ${organizationId} ORDER BY id FOR SHARE`)
}

/** Channels by their ids. */
export type Channels = ReadonlyMap<number, Channel>

/** The channels that an account sees, archived ones too, by its role and its age. */
export async function channelsSeenBy(
  tx: WriteTransaction,
  { systemGroups, settings }: Pick<AccountPlace, 'systemGroups' | 'settings'>,
  user: User,
): Promise<Channels> {
  const { id, organizationId, dateJoined } = user
  const organization = { id: organizationId, subdomain: '', name: '', settings, linkifiersVersion: 0 }
  const viewer = { id, organizationId, organization, role: roleOf(user), dateJoined }
  const permissions = new Permissions(tx, viewer, systemGroups)
  const visible = await visibleChannels(tx, { viewer, permissions, organization })
  return new Map(visible.map(({ channel }) => [channel.id, channel]))
}

/** Tells an account of the channels that have come into its sight, or gone out of it. */
export async function tellChannels(
  tx: WriteTransaction,
  { systemGroups }: Pick<AccountPlace, 'systemGroups'>,
  userId: number,
  before: Channels,
  after: Channels,
): Promise<void> {
  const changed = [...new Map([...before, ...after]).values()].filter(
    ({ id }) => before.has(id) !== after.has(id),
  )
  const seers = (seen: Channels) => new Map([...seen.keys()].map((id) => [id, [userId]]))
  await announceSightChanges(tx, systemGroups, changed, seers(before), seers(after))
}

/** Where guests see only whom they have to do with: whom the account sees. */
async function usersSeenBy(
  tx: WriteTransaction,
  { organizationId }: AccountPlace,
  { id, role }: User,
): Promise<GuestSight> {
  const rows = await tx.query<{ id: number }>(
    sql`SELECT id FROM "user" WHERE organization_id = ${organizationId}`,
  )
  const ids = rows.map((row) => row.id)
  if (role === roles.guest) return readGuestSight(tx, [id], ids)
  const reader = new Set([id])
  return new Map(ids.map((userId) => [userId, reader]))
}

/**
 * Tells of the real addresses that a higher role shows and a lower one hides; with a hidden one, also where
 * the picture is, which some clients made of the address.
 */
async function tellAddresses(
  tx: WriteTransaction,
  before: User,
  after: User,
  isSeen: (userId: number) => boolean,
): Promise<void> {
  const users = await tx.query<UserRow>(sql`
    SELECT ${userColumns} FROM "user" u
    WHERE u.organization_id = ${after.organizationId} AND u.bot_type IS NULL AND u.id <> ${after.id}
      AND u.email_address_visibility <> 1 ORDER BY u.id`)
  const audience = [after.id]
  for (const user of users) {
    const delivery_email = deliveryAddressFor(after, user)
    if (delivery_email === deliveryAddressFor(before, user) || !isSeen(user.id)) continue
    const person = { user_id: user.id, delivery_email }
    tx.announce({ payload: { type: 'realm_user', op: 'update', person }, audience })
    if (delivery_email === null && isGravatar(user)) announceAvatar(tx, user, audience)
  }
}

/** Guests are not told which channels new users get. */
async function tellDefaultChannels(tx: WriteTransaction, before: User, after: User): Promise<void> {
  const isGuest = after.role === roles.guest
  if (isGuest === (before.role === roles.guest)) return
  const default_streams = isGuest ? [] : await defaultChannelsOf(tx, after.organizationId)
  tx.announce({ payload: { type: 'default_streams', default_streams }, audience: [after.id] })
}
