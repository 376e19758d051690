import sql, { type Sql } from 'sql-template-tag'
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
  return db.query<ChannelTopic>(sql`
    WITH RECURSIVE ${newestOfEachTopic(channel.id)}
    SELECT name, max_id FROM topics ORDER BY max_id DESC`)
}

/**
 * Defines `topics` with each topic's key, name and newest message. From each topic straight to the newest
 * message of the one before it in the index: the work grows with the number of topics, not of messages.
 */
function newestOfEachTopic(channelId: number): Sql {
  return sql`topics AS (
      (SELECT lower(topic) AS key, topic AS name, id AS max_id FROM message
        WHERE channel_id = ${channelId} ORDER BY lower(topic) DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT previous.key, previous.name, previous.max_id
      FROM topics, LATERAL (
        SELECT lower(topic) AS key, topic AS name, id AS max_id FROM message
        WHERE channel_id = ${channelId} AND lower(topic) < topics.key
        ORDER BY lower(topic) DESC, id DESC LIMIT 1
      ) previous
    )`
}

/**
 * The same for a reader who reads only what they received. A subscriber received a topic's newest
 * message, as a rule. Where they did not, two indexes are walked down in turn: from the newest message to
 * the newest that the reader received by then, from there to the newest of the topic by then, and so on
 * until both meet. So a reader who came late skips what was before them in one step.
 */
function receivedTopics(db: Queryable, channelId: number, readerId: number): Promise<ChannelTopic[]> {
  const received = (upTo: Sql) => sql`(SELECT message_id FROM user_message
    WHERE user_id = ${readerId} AND message_id <= ${upTo} ORDER BY message_id DESC LIMIT 1)`
  return db.query<ChannelTopic>(sql`
    WITH RECURSIVE ${newestOfEachTopic(channelId)}, checked AS (
      SELECT topics.*, EXISTS (SELECT FROM user_message um
        WHERE um.user_id = ${readerId} AND um.message_id = topics.max_id) AS is_received
      FROM topics
    )
    SELECT name, max_id FROM checked WHERE is_received
    UNION ALL
    SELECT m.topic, m.id FROM checked, LATERAL (
      WITH RECURSIVE step AS (
        SELECT checked.max_id AS sent, ${received(sql`checked.max_id`)} AS received
        UNION ALL
        SELECT older.id, ${received(sql`older.id`)}
        FROM step, LATERAL (
          SELECT id FROM message
          WHERE channel_id = ${channelId} AND lower(topic) = checked.key AND id <= step.received
          ORDER BY lower(topic) DESC, id DESC LIMIT 1
        ) older
        WHERE step.sent <> step.received
      )
      SELECT sent FROM step WHERE sent = received
    ) newest JOIN message m ON m.id = newest.sent
    WHERE NOT is_received
    ORDER BY max_id DESC`)
}
