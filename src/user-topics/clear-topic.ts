import sql from 'sql-template-tag'
import { type AudienceChannel, usersWhoSeeEach } from '../channels/audience.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { MutedTopics } from './muted-topics.ts'
import { lockMutedTopics } from './set-visibility.ts'
import { visibilityPolicies } from './visibility.ts'

interface Cleared {
  readonly topic: string
  readonly wasMuted: boolean
  readonly userIds: number[]
}

/**
 * Forgets how everybody treats a topic that is gone, and tells each of them (reference: narrows and
 * messages, "Deleting").
 *
 * @param channel locked by the transaction
 */
export async function clearTopic(
  tx: WriteTransaction,
  channel: Pick<Channel, 'id'>,
  topic: string,
): Promise<void> {
  const users = await tx.query<{ userId: number }>(sql`
    SELECT user_id FROM user_topic WHERE channel_id = ${channel.id} AND topic_key = lower(${topic}) ORDER BY user_id`)
  if (users.length === 0) return
  await lockMutedTopics(
    tx,
    users.map(({ userId }) => userId),
  )
  const cleared = await tx.query<Cleared>(sql`
    WITH gone AS (
      DELETE FROM user_topic WHERE channel_id = ${channel.id} AND topic_key = lower(${topic})
      RETURNING user_id, topic, visibility_policy = ${visibilityPolicies.muted} AS was_muted
    )
    SELECT topic, was_muted, array_agg(user_id ORDER BY user_id) AS user_ids
    FROM gone GROUP BY topic, was_muted ORDER BY topic, was_muted`)
  const unmuted = cleared.filter(({ wasMuted }) => wasMuted).flatMap(({ userIds }) => userIds)
  for (const [userId, muted_topics] of await mutedTopicsOfEach(tx, unmuted)) {
    tx.announce({ payload: { type: 'muted_topics', muted_topics }, audience: [userId] })
  }
  const last_updated = Math.floor(Date.now() / 1000)
  for (const { topic: topic_name, userIds } of cleared) {
    tx.announce({
      payload: {
        type: 'user_topic',
        stream_id: channel.id,
        topic_name,
        last_updated,
        visibility_policy: visibilityPolicies.none,
      },
      audience: userIds,
    })
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
