import type pg from 'pg'
import sql from 'sql-template-tag'
import { bareEvent, bareTransaction } from './bare-log.ts'
import { call } from './client.ts'
import { type Host, withHost } from './host.ts'
import { measureInTurns, report } from './measure.ts'
import { type Seeded, seed, seedChannels } from './seed.ts'

const MESSAGES = 10_000
/** Each message has a row for each of them; half are subscribed to the other channel, too. */
const SUBSCRIBERS = 20
const RUNS = 8

/** A topic that waits to be moved. */
interface Topic {
  readonly name: string
  readonly firstId: number
}

let count = 0

/** Writes a topic into `general`; each of its subscribers has not read a fifth of it. */
async function makeTopic({ core }: Host, { organizationId, ownerId, channelId }: Seeded): Promise<Topic> {
  const name = `moving ${count++}`
  const [first] = await core.db.query<{ id: number }>(sql`
    WITH written AS (
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
      SELECT ${organizationId}::int, ${ownerId}::int + i % ${SUBSCRIBERS}, ${channelId}::int, ${name}::text,
        'Message number ' || i || ' says something.', '<p>Message number ' || i || ' says something.</p>', 'website'
      FROM generate_series(1, ${MESSAGES}) i ORDER BY i RETURNING id
    ), received AS (
      INSERT INTO user_message (user_id, message_id, flags)
      SELECT s.user_id, w.id, CASE WHEN w.id % 5 = 0 THEN 0 ELSE 1 END
      FROM written w, subscription s WHERE s.channel_id = ${channelId}
    )
    SELECT min(id) AS id FROM written`)
  await core.db.runForeign('VACUUM ANALYZE message')
  await core.db.runForeign('VACUUM ANALYZE user_message')
  return { name, firstId: first?.id ?? 0 }
}

/** What is told of a move, as the log has it. */
interface Logged {
  readonly payload: unknown
  readonly audience: readonly number[]
}

/** The rows of one moved topic, and who is told, by nothing but SQL in one transaction. */
async function bareMove(
  pool: pg.Pool,
  { organizationId, ownerId, channelId }: Seeded,
  to: number,
  { name }: Topic,
  told: Logged,
): Promise<string> {
  return bareTransaction(pool, async (client) => {
    const { rows } = await client.query({
      name: 'moved',
      text: 'SELECT id FROM message WHERE channel_id = $1 AND lower(topic) = $2 ORDER BY id FOR UPDATE',
      values: [channelId, name],
    })
    const ids = rows.map(({ id }) => id)
    if (ids.length !== MESSAGES) throw new Error(`${ids.length} messages of ${name}`)
    const entry = {
      user_id: ownerId,
      timestamp: Math.floor(Date.now() / 1000),
      prev_stream: channelId,
      stream: to,
    }
    await client.query({
      name: 'messages',
      text: `UPDATE message SET channel_id = $1, last_moved_at = now(), edit_history = $2 WHERE id = ANY($3::int[])`,
      values: [to, JSON.stringify([entry]), ids],
    })
    await client.query({
      name: 'rows',
      text: `UPDATE user_message um SET flags = flags | 1 WHERE message_id = ANY($1::int[]) AND flags & 1 = 0
        AND user_id <> ALL(ARRAY(SELECT s.user_id FROM subscription s WHERE s.channel_id = $2 AND s.active))`,
      values: [ids, to],
    })
    const payload = JSON.stringify(told.payload)
    await bareEvent(client, organizationId, { type: 'update_message', payload, audience: told.audience })
    return JSON.stringify({ result: 'success', msg: '', detached_uploads: [] })
  })
}

/** Moving a topic of 10,000 messages to another channel, beside the bare SQL of the same rows. */
export async function benchMoveTopic(): Promise<void> {
  await withHost(async (host) => {
    const { core, port, pool } = host
    const seeded = await seed(core, { subscribers: SUBSCRIBERS, messages: 10 })
    await seedChannels(core, seeded, { channels: 1, subscribed: 1 })
    const [target] = await core.db.query<{ id: number }>(sql`SELECT max(id) AS id FROM channel`)
    const to = target?.id ?? 0
    await core.db.query(sql`
      INSERT INTO subscription (user_id, channel_id)
      SELECT user_id, ${to}::int FROM subscription WHERE channel_id = ${seeded.channelId} AND user_id % 2 = 0
      ON CONFLICT DO NOTHING`)
    let topic = await makeTopic(host, seeded)
    const move = () => {
      const body = new URLSearchParams({
        stream_id: String(to),
        propagate_mode: 'change_all',
        send_notification_to_new_thread: 'false',
      }).toString()
      const headers = {
        authorization: seeded.authorization,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
      }
      return call(port, 'PATCH', `/api/v1/messages/${topic.firstId}`, headers, body)
    }
    await move()
    const [told] = await core.db.query<Logged>(sql`
      SELECT payload, audience FROM event WHERE type = 'update_message' ORDER BY id DESC LIMIT 1`)
    if (!told) throw new Error('Nobody was told of a move.')
    const prepare = async () => {
      topic = await makeTopic(host, seeded)
    }
    const [ours, bare] = await measureInTurns(
      [
        { name: 'PATCH /messages/{message_id}', prepare, run: move },
        {
          name: 'bare SQL of the same rows',
          prepare,
          run: () => bareMove(pool, seeded, to, topic, told),
        },
      ],
      RUNS,
      1,
      1,
    )
    if (!ours || !bare) throw new Error('Nothing was measured.')
    const title = `Moving a topic of ${MESSAGES} messages, with ${SUBSCRIBERS} receivers each, to another channel (at most 2 is the aim)`
    report({ title, unit: 'ms', ours, baselines: [bare] })
  })
}
