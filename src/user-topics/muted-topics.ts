import sql from 'sql-template-tag'
import { type Asker, accessibleChannels } from '../channels/access.ts'
import { type AudienceChannel, usersWhoSeeEach } from '../channels/audience.ts'
import type { CanonicalEventOf } from '../contract/events/kinds.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { Queryable } from '../database/database.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { visibilityPolicies } from './visibility.ts'

/** Channel, topic, and UNIX seconds of the muting. */
export type MutedTopics = CanonicalEventOf<'muted_topics'>['muted_topics']

/**
 * The topics that somebody has muted, as old clients want them: in channels whose name they may know,
 * the latest last. Two queries.
 */
export async function mutedTopicsOf(db: Queryable, asker: Asker, userId: number): Promise<MutedTopics> {
  const rows = await db.query<{ channelId: number; topic: string; lastUpdated: Date }>(sql`
    SELECT channel_id, topic, last_updated FROM user_topic
    WHERE user_id = ${userId} AND visibility_policy = ${visibilityPolicies.muted}
    ORDER BY last_updated, channel_id, topic_key`)
  const ids = [...new Set(rows.map(({ channelId }) => channelId))]
  if (ids.length === 0) return []
  const channels = await accessibleChannels(db, asker, ids, 'metadata')
  return rows.flatMap(({ channelId, topic, lastUpdated }) => {
    const entry = channels.get(channelId)
    return entry ? [[entry.channel.name, topic, unixSeconds(lastUpdated)]] : []
  })
}

/** Tells each of some users, as old clients want it, of all the topics that they have muted by now. */
export async function announceMutedTopics(tx: WriteTransaction, userIds: readonly number[]): Promise<void> {
  for (const [userId, muted_topics] of await mutedTopicsOfEach(tx, userIds)) {
    tx.announce({ payload: { type: 'muted_topics', muted_topics }, audience: [userId] })
  }
}

/** As {@link mutedTopicsOf}, for many users; for those without any an empty list. */
async function mutedTopicsOfEach(
  tx: WriteTransaction,
  userIds: readonly number[],
): Promise<Map<number, MutedTopics>> {
  const lists = new Map<number, MutedTopics>(userIds.map((userId) => [userId, []]))
  if (userIds.length === 0) return lists
  const rows = await tx.query<{ userId: number; channelId: number; topic: string; seconds: number }>(sql`
    SELECT user_id, channel_id, topic, floor(extract(epoch FROM last_updated))::int AS seconds FROM user_topic
    WHERE user_id = ANY(${userIds}::int[]) AND visibility_policy = ${visibilityPolicies.muted}
    ORDER BY last_updated, channel_id, topic_key`)
  const ids = [...new Set(rows.map(({ channelId }) => channelId))]
  const channels = await tx.query<AudienceChannel & Pick<Channel, 'name'>>(sql`
    SELECT * FROM channel WHERE id = ANY(${ids}::int[])`)
  const seers = await usersWhoSeeEach(tx, channels, 'metadata')
  const nameOf = new Map(channels.map(({ id, name }) => [id, name]))
  const seen = new Map([...seers].map(([channelId, seeing]) => [channelId, new Set(seeing)]))
  for (const { userId, channelId, topic, seconds } of rows) {
    const name = nameOf.get(channelId)
    if (name !== undefined && seen.get(channelId)?.has(userId))
      lists.get(userId)?.push([name, topic, seconds])
  }
  return lists
}
