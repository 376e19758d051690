import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { canReadWholeHistory } from './access.ts'

/** A topic as its newest message spells it. */
export interface ChannelTopic {
  readonly channelId: number
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
  const rows: ChannelTopic[] = []
  if (whole.length > 0) rows.push(...(await allTopics(db, whole)))
  if (inParts.length > 0) rows.push(...(await receivedTopics(db, inParts, readerId ?? -1)))
  for (const topic of rows) topics.get(topic.channelId)?.push(topic)
  return topics
}

function allTopics(db: Queryable, channelIds: readonly number[]): Promise<ChannelTopic[]> {
  return db.query<ChannelTopic>(sql`
    SELECT channel_id, name, newest_message_id AS max_id FROM topic
    WHERE channel_id = ANY(${channelIds}::int[]) ORDER BY newest_message_id DESC`)
}

/**
 * The same for a reader who reads only what they received. A subscriber received a topic's newest
 * message, as a rule. Where they did not, two indexes are walked down in turn: from the newest message to
 * the newest that the reader received by then, from there to the newest of the topic by then, and so on
 * until both meet. So a reader who came late skips what was before them in one step.
 */
function receivedTopics(
  db: Queryable,
  channelIds: readonly number[],
  readerId: number,
): Promise<ChannelTopic[]> {
  const received = (upTo: Sql) => sql`(SELECT message_id FROM user_message
    WHERE user_id = ${readerId} AND message_id <= ${upTo} ORDER BY message_id DESC LIMIT 1)`
  return db.query<ChannelTopic>(sql`
    WITH checked AS MATERIALIZED (
      SELECT channel_id, key, name, newest_message_id AS max_id, EXISTS (SELECT FROM user_message um
          WHERE um.user_id = ${readerId} AND um.message_id = newest_message_id) AS is_received
      FROM topic WHERE channel_id = ANY(${channelIds}::int[])
    ), newest AS (
      SELECT channel_id, name, max_id FROM checked WHERE is_received
      UNION ALL
      SELECT m.channel_id, m.topic, m.id FROM checked, LATERAL (
        WITH RECURSIVE step AS (
          SELECT checked.max_id AS sent, ${received(sql`checked.max_id`)} AS received
          UNION ALL
          SELECT older.id, ${received(sql`older.id`)}
          FROM step, LATERAL (
            SELECT id FROM message
            WHERE channel_id = checked.channel_id AND lower(topic) = checked.key AND id <= step.received
            ORDER BY lower(topic) DESC, id DESC LIMIT 1
          ) older
          WHERE step.sent <> step.received
        )
        SELECT sent FROM step WHERE sent = received
      ) found JOIN message m ON m.id = found.sent
      WHERE NOT is_received
    )
    SELECT channel_id, name, max_id FROM newest ORDER BY max_id DESC`)
}
