import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { canReadWholeHistory } from './access.ts'

/** A topic as its newest message spells it. */
export interface ChannelTopic {
  /** Empty for the channel's empty topic. */
  readonly name: string
  /** The newest message that the reader may read. */
  readonly maxId: number
}

/**
 * The topics of a channel that somebody may read, the one with the newest message first.
 *
 * @param readerId whose rows count where history is protected; null for visitors
 */
export async function topicsOf(
  db: Queryable,
  channel: Channel,
  readerId: number | null,
): Promise<ChannelTopic[]> {
  if (!canReadWholeHistory(channel)) return receivedTopics(db, channel.id, readerId ?? -1)
  // From each topic straight to the newest message of the one before it in the index: the work
  // grows with the number of topics, not of messages.
  return db.query<ChannelTopic>(sql`
    WITH RECURSIVE topics AS (
      (SELECT lower(topic) AS key, topic AS name, id AS max_id FROM message
        WHERE channel_id = ${channel.id} ORDER BY lower(topic) DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT previous.key, previous.name, previous.max_id
      FROM topics, LATERAL (
        SELECT lower(topic) AS key, topic AS name, id AS max_id FROM message
        WHERE channel_id = ${channel.id} AND lower(topic) < topics.key
        ORDER BY lower(topic) DESC, id DESC LIMIT 1
      ) previous
    )
    SELECT name, max_id FROM topics ORDER BY max_id DESC`)
}

function receivedTopics(db: Queryable, channelId: number, readerId: number): Promise<ChannelTopic[]> {
  return db.query<ChannelTopic>(sql`
    SELECT m.topic AS name, m.id AS max_id
    FROM (
      SELECT max(m.id) AS id FROM message m JOIN user_message um ON um.message_id = m.id
      WHERE m.channel_id = ${channelId} AND um.user_id = ${readerId}
      GROUP BY lower(m.topic)
    ) newest JOIN message m ON m.id = newest.id
    ORDER BY m.id DESC`)
}
