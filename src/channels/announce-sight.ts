import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { groupNews, groupUsers } from '../subscriptions/grouping.ts'
import { subscribersOf } from '../subscriptions/subscriber-lists.ts'
import { announceLeft } from './announce-left.ts'
import { channelPresenter } from './wire.ts'

/** Ids of users, ascending, by the channel's id. */
export type Seers = ReadonlyMap<number, readonly number[]>

/**
 * Tells of a channel that came into or went out of sight (reference: events, "Change channel
 * property").
 *
 * @param sawBefore ids, ascending
 * @param seesAfter ids, ascending
 * @returns who saw it before and sees it still, ascending
 */
export async function announceSightChange(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  channel: Channel,
  sawBefore: readonly number[],
  seesAfter: readonly number[],
): Promise<readonly number[]> {
  const [before, after] = [new Map([[channel.id, sawBefore]]), new Map([[channel.id, seesAfter]])]
  await announceSightChanges(tx, systemGroups, [channel], before, after)
  const saw = new Set(sawBefore)
  return seesAfter.filter((id) => saw.has(id))
}

/**
 * The same for many channels: those to whom the same happens hear of it in the same event. Who sees a
 * channel anew is told of it without subscribers, and then of these: so clients count them once.
 */
export async function announceSightChanges(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  channels: readonly Channel[],
  before: Seers,
  after: Seers,
): Promise<void> {
  const without = (ids: readonly number[] = [], others: readonly number[] = []) => {
    const known = new Set(others)
    return ids.filter((id) => !known.has(id))
  }
  const lost = channels.flatMap(({ id }) =>
    without(before.get(id), after.get(id)).map((userId) => [userId, id] as const),
  )
  for (const { items, userIds: audience } of groupUsers(lost, String)) {
    const streams = items.map((stream_id) => ({ stream_id }))
    tx.announce({ payload: { type: 'stream', op: 'delete', streams, stream_ids: [...items] }, audience })
  }

  const gains = channels
    .map((channel) => ({ channel, audience: without(after.get(channel.id), before.get(channel.id)) }))
    .filter(({ audience }) => audience.length > 0)
  if (gains.length === 0) return
  const gained = gains.map(({ channel }) => channel)
  const present = await channelPresenter(tx, systemGroups, gained)
  const concerns = gains.flatMap(({ channel, audience }) =>
    audience.map((userId) => [userId, channel] as const),
  )
  for (const { items, userIds: audience } of groupUsers(concerns, ({ id }) => String(id))) {
    const streams = items.map((channel) => present({ ...channel, subscriberCount: 0 }))
    tx.announce({ payload: { type: 'stream', op: 'create', streams }, audience })
  }
  await announceLeft(
    tx,
    gains.map(({ channel, audience }) => ({ channel, userIds: audience })),
    present,
  )
  const subscribers = await subscribersOf(
    tx,
    gained.map(({ id }) => id),
  )
  const news = gains.map(({ channel: { id }, audience }) => ({
    channelId: id,
    userIds: subscribers.get(id) ?? [],
    audience,
  }))
  for (const { channelIds, userIds, audience } of groupNews(news)) {
    tx.announce({
      payload: { type: 'subscription', op: 'peer_add', stream_ids: channelIds, user_ids: [...userIds] },
      audience,
    })
  }
}
