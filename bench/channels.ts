import sql from 'sql-template-tag'
import { topicsOf } from '../src/channels/topics.ts'
import type { Channel } from '../src/generated/prisma/client.ts'
import { call } from './client.ts'
import { type Host, withHost } from './host.ts'
import { measureInTurns, report, summary } from './measure.ts'
import { type Seeded, seed, seedChannels, seedTopics } from './seed.ts'

const CHANNELS = 2000
const SUBSCRIBED_AT_ONCE = 5000
const MESSAGES = 1_000_000
const TOPICS = 5000
const RUNS = 60

const form = 'application/x-www-form-urlencoded'

async function makeMessages({ core }: Host, { organizationId, ownerId, channelId }: Seeded): Promise<void> {
  await core.db.query(sql`
    INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
    SELECT ${organizationId}, ${ownerId}, ${channelId}, 'Topic number ' || (i * 7919::bigint) % ${TOPICS},
      'Number ' || i, '<p>Number ' || i || '</p>', 'website'
    FROM generate_series(1, ${MESSAGES}) i`)
  await seedTopics(core)
  await core.db.query(sql`VACUUM ANALYZE message, topic`)
}

/** The lists of channels beside their bare SQL and JSON.stringify of the same body. */
async function benchLists(
  { port, pool }: Host,
  { authorization, ownerId, organizationId }: Seeded,
): Promise<void> {
  const bare = `SELECT c.*, s.is_muted, s.color, s.pin_to_top, s.desktop_notifications, s.audible_notifications,
      s.push_notifications, s.email_notifications, s.wildcard_mentions_notify
    FROM channel c LEFT JOIN subscription s ON s.channel_id = c.id AND s.user_id = $2 AND s.active
    WHERE c.organization_id = $1 ORDER BY c.id`
  for (const path of ['/api/v1/streams', '/api/v1/users/me/subscriptions']) {
    const get = () => call(port, 'GET', path, { authorization })
    const whole = JSON.parse(await get())
    const [ours, baseline] = await measureInTurns(
      [
        { name: `Parley: GET ${path.slice(7)}`, run: get },
        {
          name: 'the same rows by SQL, and JSON.stringify',
          run: async () => {
            await pool.query({ name: 'channels', text: bare, values: [organizationId, ownerId] })
            return JSON.stringify(whole)
          },
        },
      ],
      RUNS,
      10,
      20,
    )
    if (!ours || !baseline) throw new Error('Nothing was measured.')
    report({ title: `${CHANNELS} channels (at most 3 is the aim)`, unit: 'ms', ours, baselines: [baseline] })
  }
}

/** One request that subscribes thousands, to a new channel each time. */
async function benchSubscribing(
  { core, port }: Host,
  { authorization, organizationId }: Seeded,
): Promise<void> {
  const users = await core.db.query<{ id: number }>(sql`
    SELECT id FROM "user" WHERE organization_id = ${organizationId} ORDER BY id LIMIT ${SUBSCRIBED_AT_ONCE}`)
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const body = new URLSearchParams({
      subscriptions: JSON.stringify([{ name: `Together ${round}` }]),
      principals: JSON.stringify(users.map(({ id }) => id)),
    }).toString()
    const headers = { authorization, 'content-type': form, 'content-length': String(body.length) }
    const start = performance.now()
    await call(port, 'POST', '/api/v1/users/me/subscriptions', headers, body)
    times.push(performance.now() - start)
  }
  const ours = summary(`${users.length} users in one request`, times)
  report({
    title: 'POST /users/me/subscriptions (below 2000 ms is the aim)',
    unit: 'ms',
    ours,
    baselines: [],
  })
}

async function benchTopics({ core, port }: Host, { authorization, channelId }: Seeded): Promise<void> {
  const get = () => call(port, 'GET', `/api/v1/users/me/${channelId}/topics`, { authorization })
  const whole = JSON.parse(await get())
  const topics = whole.topics.length
  const [channel] = await core.db.query<Channel>(sql`SELECT * FROM channel WHERE id = ${channelId}`)
  if (!channel) throw new Error('The channel is gone.')
  const [ours, baseline] = await measureInTurns(
    [
      { name: `Parley: ${topics} topics`, run: get },
      {
        name: 'its statement alone, and JSON.stringify',
        run: async () => {
          await topicsOf(core.db, [channel], null)
          return JSON.stringify(whole)
        },
      },
    ],
    RUNS,
    10,
    10,
  )
  if (!ours || !baseline) throw new Error('Nothing was measured.')
  const title = `GET /users/me/{stream_id}/topics of ${MESSAGES} messages (below 50 ms is the aim)`
  report({ title, unit: 'ms', ours, baselines: [baseline] })
}

/** Lists of many channels, many subscribers at once, and the topics of a channel with a long history. */
export async function benchChannels(): Promise<void> {
  await withHost(async (host) => {
    const seeded = await seed(host.core, { subscribers: SUBSCRIBED_AT_ONCE + 10, messages: 10 })
    await benchSubscribing(host, seeded)
    await seedChannels(host.core, seeded, { channels: CHANNELS - 2, subscribed: CHANNELS })
    await benchLists(host, seeded)
    await makeMessages(host, seeded)
    await benchTopics(host, seeded)
  })
}
