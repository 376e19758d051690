import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'

/**
 * A part of the statement that writes a message: makes it the newest of its topic. Whoever else sends to the
 * topic waits here until the commit; so it comes last in the statement, as parts do whose rows nobody reads.
 *
 * @param written the name of the part with the message's row
 */
export function newestOfTopic(written: Sql): Sql {
  return sql`
    INSERT INTO topic AS known (channel_id, key, name, newest_message_id)
    SELECT channel_id, lower(topic), topic, id FROM ${written}
    ON CONFLICT (channel_id, key) DO UPDATE SET name = excluded.name, newest_message_id = excluded.newest_message_id
    WHERE known.newest_message_id < excluded.newest_message_id`
}

/** A topic of a channel, without regard to case. */
export interface NamedTopic {
  readonly channelId: number
  readonly topic: string
}

/**
 * Finds out which messages are the newest of topics by now, and forgets the topics that have none. Called by what
 * takes messages out of topics or puts them there; the caller keeps others from sending to the channels.
 */
export async function renewTopics(db: Queryable, places: readonly NamedTopic[]): Promise<void> {
  const channelIds = places.map(({ channelId }) => channelId)
  const topics = places.map(({ topic }) => topic)
  await db.query(sql`
    WITH place AS (
      SELECT DISTINCT channel_id, lower(topic) AS key
      FROM unnest(${channelIds}::int[], ${topics}::text[]) AS place(channel_id, topic)
    ), found AS (
      SELECT place.channel_id, place.key, newest.name, newest.id
      FROM place LEFT JOIN LATERAL (
        SELECT topic AS name, id FROM message
        WHERE channel_id = place.channel_id AND channel_id IS NOT NULL AND lower(topic) = place.key
        ORDER BY id DESC LIMIT 1
      ) newest ON true
    ), forgotten AS (
      DELETE FROM topic USING found
      WHERE topic.channel_id = found.channel_id AND topic.key = found.key AND found.id IS NULL
    )
    INSERT INTO topic (channel_id, key, name, newest_message_id)
    SELECT channel_id, key, name, id FROM found WHERE id IS NOT NULL
    ON CONFLICT (channel_id, key) DO UPDATE SET name = excluded.name, newest_message_id = excluded.newest_message_id`)
}
