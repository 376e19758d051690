import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel, Subscription } from '../generated/prisma/client.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { groupUsers } from '../subscriptions/grouping.ts'
import { subscribersOf } from '../subscriptions/subscriber-lists.ts'
import { inheritedNotifications, personalFields } from '../subscriptions/wire.ts'
import { announceLeft } from './announce-left.ts'
import { channelPresenter } from './wire.ts'

/**
 * Tells of a channel that came back from the archive: of the change, and, for clients to whom
 * archived channels do not exist, of the channel, its subscriptions and subscribers as if they were
 * new (reference: events, "Capability variants").
 *
 * @param channel as it is now
 * @param audience who sees it
 */
export async function announceReturn(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  channel: Channel,
  audience: readonly number[],
): Promise<void> {
  const { id, name } = channel
  tx.announce({
    payload: { type: 'stream', op: 'update', stream_id: id, name, property: 'is_archived', value: false },
    audience,
  })
  const present = await channelPresenter(tx, systemGroups, [channel])
  const subscribers = (await subscribersOf(tx, [id])).get(id) ?? []
  const subscribed = new Set(subscribers)
  const others = audience.filter((userId) => !subscribed.has(userId))
  const createFor = (userIds: readonly number[], subscriberCount: number) =>
    tx.announce({
      payload: {
        type: 'stream',
        op: 'create',
        streams: [present({ ...channel, subscriberCount })],
        unarchived: true,
      },
      audience: userIds,
    })
  // Those who do not subscribe are told who does, and count them.
  createFor(others, 0)
  await announceLeft(tx, [{ channel, userIds: others }], present, true)
  createFor(subscribers, subscribers.length)
  const shown = { ...present({ ...channel, subscriberCount: subscribers.length }), subscribers }
  for (const { items, userIds } of await subscriptionsAlike(tx, id)) {
    const [first] = items
    if (!first) continue
    const { inherited, personal } = first
    tx.announce({
      payload: {
        type: 'subscription',
        op: 'add',
        subscriptions: [{ ...shown, ...personal }],
        inherited,
        unarchived: true,
      },
      audience: userIds,
    })
  }
  if (subscribers.length > 0) {
    tx.announce({
      payload: {
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [id],
        user_ids: subscribers,
        unarchived: true,
      },
      audience: others,
    })
  }
}

/** The channel's subscribers by what is personal about their subscriptions: one event tells those alike. */
async function subscriptionsAlike(tx: WriteTransaction, channelId: number) {
  const rows = await tx.query<Subscription & { settings: unknown }>(sql`
    SELECT s.*, u.settings FROM subscription s JOIN "user" u ON u.id = s.user_id
    WHERE s.channel_id = ${channelId} AND s.active AND u.is_active ORDER BY s.user_id`)
  const concerns = rows.map((row) => {
    const [personal, inherited] = [personalFields(row), inheritedNotifications(row.settings)]
    return [row.userId, { personal, inherited, key: JSON.stringify([personal, inherited]) }] as const
  })
  return groupUsers(concerns, ({ key }) => key)
}
