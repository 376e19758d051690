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

/** The topics of each channel, by its id. */
export type TopicsByChannel = ReadonlyMap<number, readonly ChannelTopic[]>

/**
 * The topics of channels that somebody may read, in each the one with the newest message first. A query for
 * all channels with whole history, and one for all others.
 *
 * @param readerId whose rows count where history is protected; null for visitors
 */
export async function topicsOf(
  db: Queryable,
  channels: readonly Pick<Channel, 'id' | 'historyPublicToSubscribers' | 'isWebPublic'>[],
  readerId: number | null,
): Promise<TopicsByChannel> {
  const whole = channels.filter(canReadWholeHistory).map(({ id }) => id)
  const inParts = channels.filter((channel) => !canReadWholeHistory(channel)).map(({ id }) => id)
  const topics = new Map<number, ChannelTopic[]>(channels.map(({ id }) => [id, []]))
  const rows: TopicRow[] = []
  if (whole.length > 0) rows.push(...(await allTopics(db, whole)))
  if (inParts.length > 0) rows.push(...(await receivedTopics(db, inParts, readerId ?? -1)))
  for (const { channelId, name, maxId } of rows) topics.get(channelId)?.push({ name, maxId })
  return topics
}

interface TopicRow extends ChannelTopic {
  readonly channelId: number
}

function allTopics(db: Queryable, channelIds: readonly number[]): Promise<TopicRow[]> {
  return db.query<TopicRow>(sql`
    SELECT c.id AS channel_id, newest.name, newest.max_id
    FROM unnest(${channelIds}::int[]) AS c(id) CROSS JOIN LATERAL (
      WITH RECURSIVE ${newestOfEachTopic} SELECT name, max_id FROM topics
    ) newest ORDER BY newest.max_id DESC`)
}

/**
 * Defines `topics` with the key, the name and the newest message of each topic of the channel `c`. From each
 * topic straight to the newest message of the one before it in the index: the work grows with the number of
 * topics, not of messages.
 */
const newestOfEachTopic = sql`topics AS (
      (SELECT lower(topic) AS key, topic AS name, id AS max_id FROM message
        WHERE channel_id = c.id ORDER BY lower(topic) DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT previous.key, previous.name, previous.max_id
      FROM topics, LATERAL (
        SELECT lower(topic) AS key, topic AS name, id AS max_id FROM message
        WHERE channel_id = c.id AND lower(topic) < topics.key
        ORDER BY lower(topic) DESC, id DESC LIMIT 1
      ) previous
    )`

/**
 * The same for a reader who reads only what they received. A subscriber received a topic's newest
 * message, as a rule. Where they did not, two indexes are walked down in turn: from the newest message to
 * the newest that the reader received by then, from there to the newest of the topic by then, and so on
 * until both meet. So a reader who came late skips what was before them in one step.
 */
function receivedTopics(db: Queryable, channelIds: readonly number[], readerId: number): Promise<TopicRow[]> {
  const received = (upTo: Sql) => sql`(SELECT message_id FROM user_message
    WHERE user_id = ${readerId} AND message_id <= ${upTo} ORDER BY message_id DESC LIMIT 1)`
  return db.query<TopicRow>(sql`
    SELECT c.id AS channel_id, newest.name, newest.max_id
    FROM unnest(${channelIds}::int[]) AS c(id) CROSS JOIN LATERAL (
      WITH RECURSIVE ${newestOfEachTopic}, checked AS (
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
            WHERE channel_id = c.id AND lower(topic) = checked.key AND id <= step.received
            ORDER BY lower(topic) DESC, id DESC LIMIT 1
          ) older
          WHERE step.sent <> step.received
        )
        SELECT sent FROM step WHERE sent = received
      ) found JOIN message m ON m.id = found.sent
      WHERE NOT is_received
    ) newest ORDER BY newest.max_id DESC`)
}
