import sql from 'sql-template-tag'
import { messageFlagBits } from '../src/contract/message-flags.ts'
import type { Core } from '../src/core.ts'
import { type Seeded, seed, seedChannels, seedTopics } from './seed.ts'

/** An organization with a long history, all of it received by its owner. */
export interface History extends Seeded {
  /** Another user, and the conversation that the owner has with them. */
  readonly otherId: number
  readonly conversationId: number
}

const size = { users: 1000, channels: 1000 }
/** Each of the owner's messages also has rows of this many others. */
const OTHERS = 2
/** Messages with the rare word are among the first ones, whatever the history's length. */
const WITH_RARE_WORD = 10_000

/** Makes the organization, with people and channels, but hardly any messages. */
export async function seedPeople(core: Core): Promise<History> {
  const seeded = await seed(core, { subscribers: size.users, messages: 10 })
  await seedChannels(core, seeded, { channels: size.channels - 2, subscribed: size.channels })
  const { organizationId, ownerId } = seeded
  // What is muted is a fifth of the channels, and some topics.
  await core.db.query(sql`
    UPDATE subscription SET is_muted = true WHERE user_id = ${ownerId} AND channel_id % 5 = 1
      AND channel_id <> ${seeded.channelId}`)
  await core.db.query(sql`
    INSERT INTO user_topic (user_id, channel_id, topic, topic_key, visibility_policy, last_updated)
    SELECT ${ownerId}, c.id, 'Topic ' || i, 'topic ' || i, 1 + i % 3, now()
    FROM (SELECT id FROM channel ORDER BY id LIMIT 50) c, generate_series(1, 10) i`)
  const [other] = await core.db.query<{ id: number }>(sql`
    SELECT max(id) AS id FROM "user" WHERE organization_id = ${organizationId}`)
  const otherId = other?.id ?? 0
  const [conversation] = await core.db.query<{ id: number }>(sql`
    INSERT INTO direct_message_group (organization_id, participant_ids, participant_hash)
    VALUES (${organizationId}, ${[ownerId, otherId]}::int[],
      sha256(convert_to(${`${ownerId},${otherId}`}, 'UTF8'))) RETURNING id`)
  return { ...seeded, otherId, conversationId: conversation?.id ?? 0 }
}

/**
 * Writes messages number `from` to `to`, straight into the tables: a fifth into `general` and its twenty
 * topics, one in thirty-three to a conversation, all others over the other channels. The owner has
 * read most of them; one in fifty mentions them, one in fifty is starred. Each has some fifteen words.
 */
export async function seedMessages(core: Core, history: History, from: number, to: number): Promise<void> {
  const { organizationId, ownerId, channelId, conversationId } = history
  const { read, mentioned, starred } = messageFlagBits
  await core.db.query(sql`
    WITH words AS (
      SELECT array_agg('word' || chr(97 + i / 26) || chr(97 + i % 26) ORDER BY i) AS list FROM generate_series(0, 599) i
    ), channels AS (
      SELECT array_agg(id ORDER BY id) AS list FROM channel WHERE organization_id = ${organizationId} AND id <> ${channelId}
    ), told AS (
      SELECT i, i % 33 = 0 AS is_direct,
        (SELECT string_agg(words.list[1 + (hashint4(i * 31 + k) & 65535) % 600], ' ') FROM generate_series(1, 14) k)
          || CASE WHEN i % 20 = 0 THEN ' cake' ELSE '' END
          || CASE WHEN i <= ${WITH_RARE_WORD} AND i % 66 = 0 THEN ' spaceship' ELSE '' END AS text,
        CASE WHEN i % 5 = 0 THEN ${channelId}::int
          ELSE channels.list[1 + (hashint4(i) & 65535) % cardinality(channels.list)] END AS place
      FROM words, channels, generate_series(${from}::int, ${to}::int) i
    ), written AS (
      INSERT INTO message (organization_id, sender_id, channel_id, direct_message_group_id, topic, content,
        rendered_content, sending_client, date_sent)
      SELECT ${organizationId}, CASE WHEN is_direct THEN ${history.otherId} ELSE ${ownerId}::int + 1 + i % 900 END,
        CASE WHEN is_direct THEN NULL ELSE place END,
        CASE WHEN is_direct THEN ${conversationId}::int END,
        CASE WHEN is_direct THEN '' ELSE 'Topic ' || (hashint4(i + 7) & 65535) % 20 END,
        text, '<p>' || text || '</p>', 'website', now() - make_interval(secs => 30 * (2000000 - i))
      FROM told ORDER BY i RETURNING id, direct_message_group_id
    ), received AS (
      INSERT INTO user_message (user_id, message_id, flags)
      SELECT ${ownerId}::int, id, CASE WHEN id % 10 = 3 THEN 0 ELSE ${read}::int END
        | CASE WHEN id % 50 = 7 THEN ${mentioned}::int ELSE 0 END
        | CASE WHEN id % 50 = 11 THEN ${starred}::int ELSE 0 END
      FROM written
    )
    INSERT INTO user_message (user_id, message_id, flags)
    SELECT ${ownerId}::int + 1 + (id + 17 * k) % 900, id, ${read} FROM written, generate_series(1, ${OTHERS}) k
    WHERE direct_message_group_id IS NULL`)
  await seedTopics(core)
  await core.db.runForeign('VACUUM ANALYZE message')
  await core.db.runForeign('VACUUM ANALYZE user_message')
}
