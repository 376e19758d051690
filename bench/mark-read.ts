import type pg from 'pg'
import sql from 'sql-template-tag'
import { unreadConversations } from '../src/messages/unread-rows.ts'
import { bareEvent, bareTransaction } from './bare-log.ts'
import { call } from './client.ts'
import { type Host, withHost } from './host.ts'
import { measureInTurns, report } from './measure.ts'
import { type Seeded, seed, seedChannels, seedUnread } from './seed.ts'

/** Messages of the channel `general`, which are marked. */
const MARKED = 5000
/** All unread messages: those, and others over many channels. */
const UNREAD = 50_000
const CHANNELS = { channels: 300, subscribed: 300 }
const RUNS = 30

const form = 'application/x-www-form-urlencoded'

function post({ port }: Host, { authorization }: Seeded, path: string, parameters: Record<string, unknown>) {
  const body = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()
  const headers = { authorization, 'content-type': form, 'content-length': String(body.length) }
  return call(port, 'POST', `/api/v1/${path}`, headers, body)
}

/** Marks messages by nothing but SQL in one transaction, with an event that says so. */
async function bareMark(
  pool: pg.Pool,
  { organizationId, ownerId }: Seeded,
  which: { readonly name: string; readonly condition: string; readonly value: unknown },
): Promise<string> {
  return bareTransaction(pool, async (client) => {
    const { rows } = await client.query({
      name: which.name,
      text: `UPDATE user_message SET flags = flags | 1
        WHERE user_id = $1 AND flags & 1 = 0 AND message_id = ANY(${which.condition}) RETURNING message_id`,
      values: [ownerId, which.value],
    })
    if (rows.length !== MARKED) throw new Error(`${rows.length} messages were marked.`)
    const messages = rows.map(({ message_id }) => message_id)
    const payload = JSON.stringify({
      type: 'update_message_flags',
      op: 'add',
      flag: 'read',
      messages,
      all: false,
    })
    await bareEvent(client, organizationId, { type: 'update_message_flags', payload, audience: [ownerId] })
    return JSON.stringify({ result: 'success', msg: '', messages })
  })
}

/** Marking the same messages again and again, by their ids and by their channel. */
async function benchMarking(host: Host, seeded: Seeded): Promise<void> {
  const { core, pool } = host
  const { ownerId, channelId } = seeded
  const rows = await core.db.query<{ id: number }>(sql`
    SELECT id FROM message WHERE channel_id = ${channelId} ORDER BY id`)
  const messages = rows.map(({ id }) => id)
  const prepare = async () => {
    await core.db.query(sql`
      UPDATE user_message SET flags = flags & ~1 WHERE user_id = ${ownerId} AND message_id = ANY(${messages}::int[])`)
    await core.db.runForeign('VACUUM user_message')
  }
  const ids = JSON.stringify(messages)
  const ways = [
    {
      name: 'POST /messages/flags',
      run: () => post(host, seeded, 'messages/flags', { messages, op: 'add', flag: 'read' }),
      bare: () => bareMark(pool, seeded, { name: 'by ids', condition: '$2::int[]', value: JSON.parse(ids) }),
    },
    {
      name: 'POST /mark_stream_as_read',
      run: () => post(host, seeded, 'mark_stream_as_read', { stream_id: channelId }),
      bare: () => {
        const condition = `ARRAY(SELECT m.id FROM user_message um JOIN message m ON m.id = um.message_id
          WHERE um.user_id = $1 AND um.flags & 1 = 0 AND m.channel_id = $2)`
        return bareMark(pool, seeded, { name: 'by channel', condition, value: channelId })
      },
    },
  ]
  for (const { name, run, bare } of ways) {
    const [ours, baseline] = await measureInTurns(
      [
        { name, prepare, run },
        { name: 'bare SQL of the same rows, with JSON', prepare, run: bare },
      ],
      RUNS,
      5,
      5,
    )
    if (!ours || !baseline) throw new Error('Nothing was measured.')
    const title = `${MARKED} messages become read (at most 2 is the aim)`
    report({ title, unit: 'ms', ours, baselines: [baseline] })
  }
  await prepare()
}

/** What is unread, as POST /register tells it, beside its parts. */
async function benchUnread(host: Host, seeded: Seeded): Promise<void> {
  const { core, pool } = host
  const { ownerId } = seeded
  const register = (types: readonly string[]) => post(host, seeded, 'register', { fetch_event_types: types })
  const whole = () => register(['message', 'update_message_flags'])
  const { unread_msgs } = JSON.parse(await whole())
  const told = unread_msgs.streams.reduce(
    (sum: number, { unread_message_ids }: { unread_message_ids: number[] }) =>
      sum + unread_message_ids.length,
    0,
  )
  if (told !== UNREAD) throw new Error(`${told} messages are unread.`)
  const viewer = { id: ownerId }
  const rows = () =>
    pool.query({
      name: 'unread',
      text: `SELECT m.id, m.channel_id, m.topic, m.direct_message_group_id, um.flags
        FROM user_message um JOIN message m ON m.id = um.message_id
        WHERE um.user_id = $1 AND um.flags & 1 = 0 ORDER BY um.message_id DESC LIMIT 50001`,
      values: [ownerId],
    })
  const [ours, bare, ...parts] = await measureInTurns(
    [
      { name: 'POST /register', run: whole },
      {
        name: 'the same rows by SQL, and JSON.stringify',
        run: async () => {
          await rows()
          return JSON.stringify(unread_msgs)
        },
      },
      { name: 'part: a queue, and next to nothing told', run: () => register(['alert_words']) },
      {
        name: 'part: reading it, in process',
        run: () => core.db.transaction('snapshot', (tx) => unreadConversations({ tx, viewer }, () => true)),
      },
      { name: 'part: JSON.stringify', run: async () => JSON.stringify(unread_msgs) },
      { name: 'part: JSON.parse by the client', run: async () => JSON.parse(JSON.stringify(unread_msgs)) },
    ],
    RUNS,
    5,
    10,
  )
  if (!ours || !bare) throw new Error('Nothing was measured.')
  const title = `unread_msgs of POST /register, with ${UNREAD} unread messages (below 150 ms is the aim)`
  report({ title, unit: 'ms', ours, baselines: [bare, ...parts] })
}

/** Marking many messages as read, and what is told of many unread ones. */
export async function benchMarkRead(): Promise<void> {
  await withHost(async (host) => {
    // The organization comes with one message in `general`.
    const seeded = await seed(host.core, { subscribers: 1010, messages: MARKED - 1 })
    await seedChannels(host.core, seeded, CHANNELS)
    await seedUnread(host.core, seeded, {
      unread: UNREAD - MARKED,
      subscribed: CHANNELS.subscribed,
      topics: 20,
    })
    // Read is what else it came with, and nothing more.
    await host.core.db.query(sql`
      UPDATE user_message um SET flags = CASE WHEN m.sending_client = 'website' THEN 0 ELSE 1 END
      FROM message m WHERE m.id = um.message_id AND um.user_id = ${seeded.ownerId}`)
    await host.core.db.runForeign('VACUUM ANALYZE user_message')
    await benchMarking(host, seeded)
    await benchUnread(host, seeded)
  })
}
