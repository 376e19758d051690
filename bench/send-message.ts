import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { bareEvent, bareTransaction } from './bare-log.ts'
import { call } from './client.ts'
import { withHost } from './host.ts'
import { report, summary } from './measure.ts'
import { type Seeded, seed } from './seed.ts'

const AT_A_TIME = 16
const ROUNDS = 7
const ROUND_MILLISECONDS = 2500

/** Runs a task by 16 at a time for one round; returns how many were done in a second. */
async function rate(task: () => Promise<unknown>): Promise<number> {
  let done = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (performance.now() - start < ROUND_MILLISECONDS) {
        await task()
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - start)
}

/** The rows of one sent message, written by nothing but SQL in one transaction. */
async function bareSend(
  pool: pg.Pool,
  { organizationId, ownerId, channelId }: Seeded,
  payload: string,
): Promise<void> {
  await bareTransaction(pool, async (client) => {
    const message = await client.query({
      name: 'message',
      text: `INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
        VALUES ($1, $2, $3, 'bench', 'Hello *there*', '<p>Hello <em>there</em></p>', 'bare') RETURNING id`,
      values: [organizationId, ownerId, channelId],
    })
    const rows = await client.query({
      name: 'rows',
      text: `INSERT INTO user_message (user_id, message_id, flags)
        SELECT user_id, $1, 0 FROM subscription WHERE channel_id = $2 AND active RETURNING user_id`,
      values: [message.rows[0].id, channelId],
    })
    await client.query({
      name: 'topic',
      text: `INSERT INTO topic (channel_id, key, name, newest_message_id) VALUES ($1, 'bench', 'bench', $2)
        ON CONFLICT (channel_id, key) DO UPDATE SET newest_message_id = greatest(topic.newest_message_id, $2)`,
      values: [channelId, message.rows[0].id],
    })
    const audience = rows.rows.map((row) => row.user_id)
    await bareEvent(client, organizationId, { type: 'message', payload, audience })
  })
}

/** Subscribers of the channel that is sent to. */
const SIZES = [10, 100, 1000, 10_000]

/** POST /messages into channels of different sizes, 16 at a time, beside the bare SQL of the same rows. */
export async function benchSendMessage(): Promise<void> {
  for (const subscribers of SIZES) await benchSize(subscribers)
}

function benchSize(subscribers: number): Promise<void> {
  return withHost(async ({ core, port, pool }) => {
    const seeded = await seed(core, { subscribers, messages: 10_000 })
    const body = new URLSearchParams({
      type: 'stream',
      to: 'general',
      topic: 'bench',
      content: 'Hello *there*',
    }).toString()
    const headers = {
      authorization: seeded.authorization,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    }
    const send = () => call(port, 'POST', '/api/v1/messages', headers, body)
    // The first message of a topic makes its sender follow it: what is measured are the others.
    await send()
    await send()
    const [logged] = (await pool.query('SELECT payload FROM event ORDER BY id DESC LIMIT 1')).rows
    const bare = () => bareSend(pool, seeded, JSON.stringify(logged.payload))
    await rate(send)
    await rate(bare)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await rate(send))
      await sleep(200)
      theirs.push(await rate(bare))
      await sleep(200)
    }
    report({
      title: `POST /messages to ${subscribers} subscribers, ${AT_A_TIME} at a time (PostgreSQL; a ratio of at least 0.4 is the aim)`,
      unit: 'per second',
      ours: summary('POST /messages', ours),
      baselines: [summary('bare SQL of the same rows', theirs)],
    })
  })
}
