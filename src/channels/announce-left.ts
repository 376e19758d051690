import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel, Subscription } from '../generated/prisma/client.ts'
import { inheritedNotifications, personalFields } from '../subscriptions/wire.ts'
import type { ChannelPresenter } from './wire.ts'

/** A channel, and users who see it from now on. */
export interface SeenAgain {
  readonly channel: Channel
  readonly userIds: readonly number[]
}

/**
 * Tells of channels that their readers once left and now see again, after these have been told of the
 * channels: by `stream` `create` alone they would count them among those never subscribed to.
 *
 * @param unarchived the channels came back from the archive
 */
export async function announceLeft(
  tx: WriteTransaction,
  seen: readonly SeenAgain[],
  present: ChannelPresenter,
  unarchived = false,
): Promise<void> {
  const pairs = seen.flatMap(({ channel: { id }, userIds }) => userIds.map((userId) => ({ id, userId })))
  if (pairs.length === 0) return
  const rows = await tx.query<Subscription & { settings: unknown }>(sql`
    SELECT s.*, u.settings
    FROM unnest(${pairs.map(({ id }) => id)}::int[], ${pairs.map(({ userId }) => userId)}::int[])
        AS pair(channel_id, user_id)
      JOIN subscription s ON s.channel_id = pair.channel_id AND s.user_id = pair.user_id AND NOT s.active
      JOIN "user" u ON u.id = s.user_id
    ORDER BY s.channel_id, s.user_id`)
  const channels = new Map(seen.map(({ channel }) => [channel.id, channel]))
  for (const row of rows) {
    const channel = channels.get(row.channelId)
    if (!channel) continue
    // As it would be with this subscriber alone: the others are told of next.
    const alone = { ...present({ ...channel, subscriberCount: 1 }), subscribers: [row.userId] }
    tx.announce({
      payload: {
        type: 'subscription',
        op: 'add',
        subscriptions: [{ ...alone, ...personalFields(row) }],
        inherited: inheritedNotifications(row.settings),
        left: true,
        ...(unarchived && { unarchived }),
      },
      audience: [row.userId],
    })
  }
}
