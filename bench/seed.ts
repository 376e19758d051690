import sql from 'sql-template-tag'
import { roles } from '../src/contract/roles.ts'
import type { Core } from '../src/core.ts'
import { createOrganization } from '../src/organizations/create-organization.ts'

/** An organization with one busy channel. */
export interface Seeded {
  readonly organizationId: number
  readonly ownerId: number
  readonly channelId: number
  /** Value of an Authorization header. */
  readonly authorization: string
}

/**
 * Makes an organization whose channel `general` has this many subscribers and messages. Rows are
 * written straight into the tables: what is measured comes afterwards.
 */
export async function seed(core: Core, size: { subscribers: number; messages: number }): Promise<Seeded> {
  const ownerEmail = 'owner@parley.example'
  const created = await createOrganization(core.db, {
    subdomain: '',
    name: 'Bench',
    ownerEmail,
    ownerName: 'Owner',
    ownerPasswordHash: 'no password',
  })
  if (!created) throw new Error('The database is not empty.')
  const { organizationId, ownerId, ownerApiKey } = created
  const [channel] = await core.db.query<{ id: number }>(
    sql`SELECT id FROM channel WHERE organization_id = ${organizationId} AND name = 'general'`,
  )
  if (!channel) throw new Error('There is no channel general.')
  const { idOf } = await core.systemGroups.of(core.db, organizationId)
  await core.db.query(sql`
    WITH people AS (
      INSERT INTO "user" (organization_id, delivery_email, full_name, role)
      SELECT ${organizationId}, 'person' || i || '@parley.example', 'Person ' || i, ${roles.member}
      FROM generate_series(2, ${size.subscribers}) i RETURNING id
    ), members AS (
      INSERT INTO user_group_member (group_id, user_id) SELECT ${idOf['role:fullmembers']}, id FROM people
    )
    INSERT INTO subscription (user_id, channel_id) SELECT id, ${channel.id} FROM people`)
  await core.db.query(sql`UPDATE channel SET subscriber_count = ${size.subscribers} WHERE id = ${channel.id}`)
  await core.db.query(sql`
    WITH written AS (
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
      SELECT ${organizationId}, s.user_id, ${channel.id}, 'topic ' || i % 20,
        'Message number ' || i || ' says something *short* but not too short.',
        '<p>Message number ' || i || ' says something <em>short</em> but not too short.</p>', 'website'
      FROM generate_series(1, ${size.messages}) i
        JOIN (SELECT user_id, row_number() OVER () - 1 AS place FROM subscription WHERE channel_id = ${channel.id}) s
          ON s.place = i % ${size.subscribers}
      RETURNING id
    )
    INSERT INTO user_message (user_id, message_id, flags) SELECT ${ownerId}, id, 1 FROM written`)
  await seedTopics(core)
  await core.db.query(sql`ANALYZE`)
  return {
    organizationId,
    ownerId,
    channelId: channel.id,
    authorization: `Basic ${Buffer.from(`${ownerEmail}:${ownerApiKey}`).toString('base64')}`,
  }
}

/** Makes the rows of topics whose messages were written straight into their table. */
export async function seedTopics({ db }: Core): Promise<void> {
  await db.query(sql`
    INSERT INTO topic (channel_id, key, name, newest_message_id)
    SELECT channel_id, lower(topic), min(topic), max(id) FROM message WHERE channel_id IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (channel_id, key) DO UPDATE SET newest_message_id = excluded.newest_message_id`)
}

/** Adds channels like `general` to the organization, and subscribes its owner to the first of them. */
export async function seedChannels(
  core: Core,
  { organizationId, ownerId, channelId }: Seeded,
  count: { channels: number; subscribed: number },
): Promise<void> {
  await core.db.query(sql`
    WITH made AS (
      INSERT INTO channel SELECT (jsonb_populate_record(c, jsonb_build_object(
          'id', nextval(pg_get_serial_sequence('channel', 'id')), 'name', 'Channel number ' || i,
          'description', 'What number ' || i || ' is about, in one line.',
          'rendered_description', '<p>What number ' || i || ' is about, in one line.</p>'))).*
      FROM channel c, generate_series(1, ${count.channels}) i
      WHERE c.id = ${channelId} AND c.organization_id = ${organizationId} RETURNING id
    )
    INSERT INTO subscription (user_id, channel_id)
    SELECT ${ownerId}::int, id FROM made ORDER BY id LIMIT ${count.subscribed}`)
  await core.db.query(sql`ANALYZE`)
}

/**
 * Writes messages that the organization's owner has not read, over the channels that they are subscribed to
 * but `general`, and over this many topics of each.
 */
export async function seedUnread(
  core: Core,
  { organizationId, ownerId, channelId }: Seeded,
  count: { unread: number; subscribed: number; topics: number },
): Promise<void> {
  await core.db.query(sql`
    WITH written AS (
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
      SELECT ${organizationId}::int, ${ownerId}::int + 1 + i % 1000, s.channel_id, 'Topic ' || i / ${count.subscribed} % ${count.topics},
        'Message number ' || i || ' says something.', '<p>Message number ' || i || ' says something.</p>', 'website'
      FROM generate_series(1, ${count.unread}) i
        JOIN (SELECT channel_id, row_number() OVER (ORDER BY channel_id) - 1 AS place FROM subscription
          WHERE user_id = ${ownerId} AND channel_id <> ${channelId}) s ON s.place = i % ${count.subscribed}
      ORDER BY i RETURNING id
    )
    INSERT INTO user_message (user_id, message_id, flags) SELECT ${ownerId}, id, 0 FROM written`)
  await seedTopics(core)
  await core.db.query(sql`ANALYZE`)
}
