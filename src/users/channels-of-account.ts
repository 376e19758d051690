import sql from 'sql-template-tag'
import { usersWhoSeeEach } from '../channels/audience.ts'
import type { Transaction } from '../database/database.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { groupNews } from '../subscriptions/grouping.ts'

/** The channels that an account is subscribed to, archived ones too; locked in the order of their ids. */
export function lockChannelsOf(tx: Transaction, userId: number): Promise<Channel[]> {
  return tx.query<Channel>(sql`
    SELECT c.* FROM channel c JOIN subscription s ON s.channel_id = c.id
    WHERE s.user_id = ${userId} AND s.active ORDER BY c.id FOR NO KEY UPDATE OF c`)
}

/** Tells the others who see these channels that an account has become, or is no longer, one of their subscribers. */
export async function announcePeersOf(
  tx: WriteTransaction,
  op: 'peer_add' | 'peer_remove',
  channels: readonly Channel[],
  userId: number,
): Promise<void> {
  const seers = await usersWhoSeeEach(tx, channels, 'metadata')
  const news = channels.map(({ id }) => ({
    channelId: id,
    userIds: [userId],
    audience: (seers.get(id) ?? []).filter((reader) => reader !== userId),
  }))
  for (const { channelIds, userIds, audience } of groupNews(news)) {
    const told = { type: 'subscription' as const, stream_ids: channelIds, user_ids: [...userIds] }
    tx.announce({ payload: op === 'peer_add' ? { ...told, op } : { ...told, op }, audience })
  }
}
