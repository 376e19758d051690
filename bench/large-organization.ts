import sql from 'sql-template-tag'
import type { Core } from '../src/core.ts'
import { type Seeded, seed, seedChannels } from './seed.ts'

/** How large the organization of the register benchmark is. */
export const size = { users: 10_000, channels: 500, subscribed: 300, topics: 20, unread: 100_000 }

/**
 * Makes a large organization. Its owner is subscribed to most of its channels and has read nothing for
 * a while. Rows are written straight into the tables.
 */
export async function seedLarge(core: Core): Promise<Seeded> {
  const seeded = await seed(core, { subscribers: size.users, messages: 10 })
  const { organizationId, ownerId, channelId } = seeded
  await seedChannels(core, seeded, { channels: size.channels - 2, subscribed: size.subscribed })
  await core.db.query(sql`
    WITH written AS (
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
      SELECT ${organizationId}::int, ${ownerId}::int + 1 + i % 1000, s.channel_id, 'Topic ' || i / ${size.subscribed} % ${size.topics},
        'Message number ' || i || ' says something.', '<p>Message number ' || i || ' says something.</p>', 'website'
      FROM generate_series(1, ${size.unread}) i
        JOIN (SELECT channel_id, row_number() OVER (ORDER BY channel_id) - 1 AS place FROM subscription
          WHERE user_id = ${ownerId} AND channel_id <> ${channelId}) s ON s.place = i % ${size.subscribed}
      ORDER BY i RETURNING id
    )
    INSERT INTO user_message (user_id, message_id, flags) SELECT ${ownerId}, id, 0 FROM written`)
  await core.db.query(sql`ANALYZE`)
  return seeded
}
