import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { announceMutedTopics } from './muted-topics.ts'
import { lockMutedTopics } from './set-visibility.ts'
import { announceTreatment } from './topic-event.ts'
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
  await announceMutedTopics(tx, unmuted)
  const lastUpdated = new Date()
  for (const { topic, userIds } of cleared) {
    announceTreatment(tx, {
      channelId: channel.id,
      topic,
      policy: visibilityPolicies.none,
      lastUpdated,
      userIds,
    })
  }
}
