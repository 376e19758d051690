import sql from 'sql-template-tag'
import { type Asker, accessibleChannels } from '../channels/access.ts'
import type { CanonicalEventOf } from '../contract/events/kinds.ts'
import type { Queryable } from '../database/database.ts'
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
    return entry ? [[entry.channel.name, topic, Math.floor(lastUpdated.getTime() / 1000)]] : []
  })
}
