import sql from 'sql-template-tag'
import { usersWhoSeeEach } from '../channels/audience.ts'
import { type ChannelPresenter, channelPresenter } from '../channels/wire.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel, Subscription, User } from '../generated/prisma/client.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { watchSubscribers } from '../users/guest-sight-watch.ts'
import { nextColor } from './colors.ts'
import { groupNews, groupUsers } from './grouping.ts'
import { subscribersOf } from './subscriber-lists.ts'
import { inheritedNotifications, personalFields } from './wire.ts'

/** Users who are to be subscribed to channels, each to all. */
export interface Addition {
  /** Locked for update by the transaction, in the order of their ids. */
  readonly channels: readonly Channel[]
  /** Ids of those among the channels that the transaction has made: they are announced here. */
  readonly createdIds?: ReadonlySet<number>
  /** Active users, locked by the transaction. */
  readonly users: readonly Pick<User, 'id' | 'settings'>[]
  /** Chosen colours by the channel's id; the others are chosen here. */
  readonly colors?: ReadonlyMap<number, string>
  /** The organization's (organization-address.ts). */
  readonly hostName: string
  /** The users have just been made: who sees them in these channels has been told of them. */
  readonly areNew?: boolean
}

/** Who was not subscribed before, by the channel's id. */
export type NewSubscribers = ReadonlyMap<number, readonly number[]>

/**
 * Subscribes users and announces it: channels to those who see them now, subscriptions to the
 * subscribers, and these to the others who may know (events: "Subscribe", "Create channel"). Who
 * may do so is for the caller to check. A subscription that was left comes back with its settings.
 */
export async function addSubscribers(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  { channels, createdIds = new Set(), users, colors = new Map(), hostName, areNew }: Addition,
): Promise<NewSubscribers> {
  const sawBefore = await usersWhoSeeEach(tx, channels, 'metadata')
  const userIds = users.map(({ id }) => id)
  const [channel] = channels
  const announceGuestSight =
    channel && !areNew
      ? await watchSubscribers(
          tx,
          { organizationId: channel.organizationId, hostName, systemGroups },
          channels.map(({ id }) => id),
          userIds,
        )
      : null
  const added = await writeSubscriptions(tx, channels, userIds, colors)
  await announceGuestSight?.()
  const newly = new Map<number, number[]>(channels.map(({ id }) => [id, []]))
  for (const { channelId, userId } of added) newly.get(channelId)?.push(userId)
  const presentedBefore = await channelPresenter(tx, systemGroups, channels)
  announceSight(tx, channels, createdIds, sawBefore, newly, presentedBefore)
  if (added.length === 0) return newly

  const changed = channels.filter(({ id }) => newly.get(id)?.length)
  await announceSubscriptions(tx, changed, users, added, presentedBefore)
  announcePeers(tx, changed, sawBefore, newly)
  return newly
}

/**
 * Colours are chosen by what the user has, unless they are given; a channel may switch push
 * notifications on at first.
 */
async function writeSubscriptions(
  tx: WriteTransaction,
  channels: readonly Channel[],
  userIds: readonly number[],
  colors: ReadonlyMap<number, string>,
): Promise<Subscription[]> {
  if (channels.length === 0 || userIds.length === 0) return []
  const existing = await tx.query<{ userId: number; colors: string[]; channelIds: number[] }>(sql`
    SELECT user_id, array_agg(DISTINCT color) AS colors, array_agg(channel_id) AS channel_ids
    FROM subscription WHERE user_id = ANY(${userIds}::int[]) GROUP BY user_id`)
  const existingOf = new Map(existing.map((row) => [row.userId, row]))
  const wanted = userIds.flatMap((userId) => {
    const used = new Set(existingOf.get(userId)?.colors)
    const known = new Set(existingOf.get(userId)?.channelIds)
    return channels.map((channel) => ({
      user_id: userId,
      channel_id: channel.id,
      // A subscription that was there keeps its colour.
      color: colors.get(channel.id) ?? (known.has(channel.id) ? '' : nextColor(used)),
      push: channel.defaultPushNotifications ? true : null,
    }))
  })
  return tx.query<Subscription>(sql`
    WITH wanted AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(wanted)}::json)
        AS given(user_id int, channel_id int, color text, push boolean)
    ), added AS (
      INSERT INTO subscription (user_id, channel_id, color, push_notifications)
      SELECT user_id, channel_id, color, push FROM wanted ORDER BY channel_id, user_id
      ON CONFLICT (user_id, channel_id) DO UPDATE
        SET active = true, color = coalesce(nullif(excluded.color, ''), subscription.color)
        WHERE NOT subscription.active
      RETURNING *
    ), counted AS (
      UPDATE channel SET subscriber_count = subscriber_count + addition.number
      FROM (SELECT channel_id, count(*) AS number FROM added GROUP BY channel_id) addition
      WHERE channel.id = addition.channel_id
    )
    SELECT * FROM added ORDER BY channel_id, user_id`)
}

/** Tells of channels those who see them from now on: all who may of new ones, new subscribers of others. */
function announceSight(
  tx: WriteTransaction,
  channels: readonly Channel[],
  createdIds: ReadonlySet<number>,
  sawBefore: ReadonlyMap<number, readonly number[]>,
  newly: NewSubscribers,
  present: ChannelPresenter,
): void {
  const concerns = channels.flatMap((channel) => {
    const before = new Set(sawBefore.get(channel.id))
    const arriving = (newly.get(channel.id) ?? []).filter((userId) => !before.has(userId))
    const audience = createdIds.has(channel.id) ? [...before, ...arriving] : arriving
    return audience.map((userId) => [userId, channel] as const)
  })
  for (const { items, userIds } of groupUsers(concerns, ({ id }) => String(id))) {
    const streams = items.map(present)
    tx.announce({ payload: { type: 'stream', op: 'create', streams }, audience: userIds })
  }
}

/** Tells the subscribers: those for whom everything is alike, down to the colours, in one event. */
async function announceSubscriptions(
  tx: WriteTransaction,
  channels: readonly Channel[],
  users: Addition['users'],
  added: readonly Subscription[],
  presentedBefore: ChannelPresenter,
): Promise<void> {
  const subscribers = await subscribersOf(
    tx,
    channels.map(({ id }) => id),
  )
  const presented = new Map(
    channels.map((channel) => {
      const ids = subscribers.get(channel.id) ?? []
      const shown = { ...presentedBefore({ ...channel, subscriberCount: ids.length }), subscribers: ids }
      return [channel.id, shown]
    }),
  )
  const inheritedBy = new Map(users.map((user) => [user.id, inheritedNotifications(user.settings)]))
  const concerns = added.flatMap((subscription) => {
    const channel = presented.get(subscription.channelId)
    const inherited = inheritedBy.get(subscription.userId)
    if (!channel || !inherited) return []
    const personal = personalFields(subscription)
    // What is the same for everybody stays out of the key: it is long.
    const key = JSON.stringify([channel.stream_id, personal, inherited])
    return [[subscription.userId, { key, inherited, subscription: { ...channel, ...personal } }] as const]
  })
  for (const { items, userIds } of groupUsers(concerns, ({ key }) => key)) {
    const [first] = items
    if (!first) continue
    const { inherited } = first
    const subscriptions = items.map(({ subscription }) => subscription)
    tx.announce({ payload: { type: 'subscription', op: 'add', subscriptions, inherited }, audience: userIds })
  }
}

/** Tells of the new subscribers those who saw the channel and are none of them. */
function announcePeers(
  tx: WriteTransaction,
  channels: readonly Channel[],
  sawBefore: ReadonlyMap<number, readonly number[]>,
  newly: NewSubscribers,
): void {
  const news = channels.map(({ id }) => {
    const userIds = newly.get(id) ?? []
    const subscribed = new Set(userIds)
    const audience = (sawBefore.get(id) ?? []).filter((userId) => !subscribed.has(userId))
    return { channelId: id, userIds, audience }
  })
  for (const { channelIds, userIds, audience } of groupNews(news)) {
    tx.announce({
      payload: { type: 'subscription', op: 'peer_add', stream_ids: channelIds, user_ids: [...userIds] },
      audience,
    })
  }
}
