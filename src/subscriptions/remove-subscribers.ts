import sql from 'sql-template-tag'
import { usersWhoSeeEach } from '../channels/audience.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { readEvent } from '../messages/flag-event.ts'
import { readLeftChannels } from '../messages/read-left-channels.ts'
import { type SightPlace, watchSubscribers } from '../users/guest-sight-watch.ts'
import { groupNews, groupUsers, mutualNews } from './grouping.ts'

/** Who was subscribed until now, by the channel's id. */
export type FormerSubscribers = ReadonlyMap<number, readonly number[]>

/**
 * Ends subscriptions and announces it: to those who left, who may lose sight of the channel, and to
 * the others who may know its subscribers (events: "Unsubscribe"). Personal settings stay; what was
 * not read counts as read. Who may do so is for the caller to check.
 *
 * @param channels locked for update by the transaction, in the order of their ids
 * @param userIds active users, locked by the transaction
 * @param place the organization of both
 */
export async function removeSubscribers(
  tx: WriteTransaction,
  channels: readonly Channel[],
  userIds: readonly number[],
  place: SightPlace,
): Promise<FormerSubscribers> {
  const channelIds = channels.map(({ id }) => id)
  const announceGuestSight = await watchSubscribers(tx, place, channelIds, userIds)
  const removed = await endSubscriptions(tx, channels, userIds)
  const former = new Map<number, number[]>(channels.map(({ id }) => [id, []]))
  for (const { channelId, userId } of removed) former.get(channelId)?.push(userId)
  const changed = channels.filter(({ id }) => former.get(id)?.length)
  if (changed.length === 0) return former

  const nameOf = new Map(changed.map(({ id, name }) => [id, name]))
  const concerns = removed.map(({ userId, channelId }) => [userId, channelId] as const)
  for (const { items, userIds: audience } of groupUsers(concerns, String)) {
    const subscriptions = items.map((id) => ({ stream_id: id, name: nameOf.get(id) ?? '' }))
    tx.announce({ payload: { type: 'subscription', op: 'remove', subscriptions }, audience })
  }

  const seesAfter = await usersWhoSeeEach(tx, changed, 'metadata')
  const seers = new Map([...seesAfter].map(([channelId, ids]) => [channelId, new Set(ids)]))
  const losses = concerns.filter(([userId, channelId]) => !seers.get(channelId)?.has(userId))
  for (const { items, userIds: audience } of groupUsers(losses, String)) {
    const streams = items.map((id) => ({ stream_id: id }))
    tx.announce({ payload: { type: 'stream', op: 'delete', streams, stream_ids: [...items] }, audience })
  }

  const news = changed.flatMap(({ id }) => {
    const left = former.get(id) ?? []
    const leavers = new Set(left)
    // Those who left together and still see the channel have yet to hear of each other.
    const stillSeeing = left.filter((userId) => seers.get(id)?.has(userId))
    const lostSight = left.filter((userId) => !seers.get(id)?.has(userId))
    const others = (seesAfter.get(id) ?? []).filter((userId) => !leavers.has(userId))
    return [
      { userIds: left, audience: others },
      { userIds: lostSight, audience: stillSeeing },
      ...mutualNews(stillSeeing),
    ].map((one) => ({ ...one, channelId: id }))
  })
  for (const { channelIds, userIds: left, audience } of groupNews(news)) {
    tx.announce({
      payload: { type: 'subscription', op: 'peer_remove', stream_ids: channelIds, user_ids: [...left] },
      audience,
    })
  }
  await readWhatWasLeft(tx, changed, removed)
  // Last: until here clients are told of subscribers whom they know.
  await announceGuestSight()
  return former
}

/** Who can still read what they have left is told that it counts as read. */
async function readWhatWasLeft(
  tx: WriteTransaction,
  channels: readonly Channel[],
  removed: readonly { readonly channelId: number; readonly userId: number }[],
): Promise<void> {
  const read = await readLeftChannels(tx, removed)
  if (read.length === 0) return
  const seesContent = await usersWhoSeeEach(tx, channels, 'content')
  const readers = new Map([...seesContent].map(([channelId, ids]) => [channelId, new Set(ids)]))
  const concerns = read
    .filter(({ userId, channelId }) => readers.get(channelId)?.has(userId))
    .map(({ userId, messageId }) => [userId, messageId] as const)
  for (const { items, userIds: audience } of groupUsers(concerns, String)) {
    tx.announce(readEvent(items, audience))
  }
}

async function endSubscriptions(
  tx: WriteTransaction,
  channels: readonly Channel[],
  userIds: readonly number[],
): Promise<{ channelId: number; userId: number }[]> {
  if (channels.length === 0 || userIds.length === 0) return []
  return tx.query(sql`
    WITH ending AS (
      SELECT channel_id, user_id FROM subscription
      WHERE channel_id = ANY(${channels.map(({ id }) => id)}::int[]) AND user_id = ANY(${userIds}::int[]) AND active
      ORDER BY channel_id, user_id FOR UPDATE
    ), ended AS (
      UPDATE subscription s SET active = false FROM ending
      WHERE s.channel_id = ending.channel_id AND s.user_id = ending.user_id
      RETURNING s.channel_id, s.user_id
    ), counted AS (
      UPDATE channel SET subscriber_count = subscriber_count - loss.number
      FROM (SELECT channel_id, count(*) AS number FROM ended GROUP BY channel_id) loss
      WHERE channel.id = loss.channel_id
    )
    SELECT * FROM ended ORDER BY channel_id, user_id`)
}
