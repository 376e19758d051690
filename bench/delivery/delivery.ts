import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Core } from '../../src/core.ts'
import { drawApiKey } from '../../src/credentials/api-keys.ts'
import { freePort, ServerProcess } from '../../test/support/process.ts'
import { call } from '../client.ts'
import { withHost } from '../host.ts'
import { report, summary } from '../measure.ts'
import { type Seeded, seed } from '../seed.ts'
import type { ClientsNews, ClientsOrder } from './protocol.ts'

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 2000)
const ROUNDS = 12

/** Gives every subscriber an API key; returns values of the Authorization header. */
async function giveKeys(core: Core, { channelId }: Seeded): Promise<string[]> {
  const users = await core.db.query<{ id: number; deliveryEmail: string }>(sql`
    SELECT u.id, u.delivery_email FROM subscription s JOIN "user" u ON u.id = s.user_id WHERE s.channel_id = ${channelId} ORDER BY u.id`)
  const keys = users.map(({ id, deliveryEmail }) => ({ id, deliveryEmail, key: drawApiKey() }))
  const hashes = keys.map(({ key }) => createHash('sha256').update(key).digest('hex'))
  await core.db.query(sql`
    INSERT INTO api_key (user_id, hash, last_used_at)
    SELECT id, decode(hash, 'hex'), now() FROM unnest(${keys.map(({ id }) => id)}::int[], ${hashes}::text[]) AS k(id, hash)`)
  return keys.map(
    ({ deliveryEmail, key }) => `Basic ${Buffer.from(`${deliveryEmail}:${key}`).toString('base64')}`,
  )
}

/**
 * Runs the clients of one kind; each round sends once and waits for the last of them.
 *
 * @param allWait resolves when all clients wait: the bare server forgets those who come late
 */
async function rounds(
  order: ClientsOrder,
  send: () => Promise<unknown>,
  pid: number,
  allWait: () => Promise<unknown> = async () => {},
) {
  const clients = fork(new URL('./clients.ts', import.meta.url), [], { execArgv: ['--import', 'tsx'] })
  const times: number[] = []
  const cpu: number[] = []
  try {
    await newsOf(clients, 'started')
    clients.send(order)
    await newsOf(clients, 'ready')
    for (let round = -2; round < ROUNDS; round++) {
      await sleep(800)
      await allWait()
      const used = await cpuMilliseconds(pid)
      const start = process.hrtime.bigint()
      const last = newsOf(clients, 'lastReceivedAt')
      await send()
      const news = await last
      const end = 'lastReceivedAt' in news ? BigInt(news.lastReceivedAt) : start
      await sleep(300)
      // The first rounds warm up.
      if (round < 0) continue
      times.push(Number(end - start) / 1e6)
      cpu.push(((await cpuMilliseconds(pid)) - used) / order.authorizations.length)
    }
  } finally {
    clients.kill()
  }
  return { times, cpu }
}

function newsOf(clients: ChildProcess, kind: string): Promise<ClientsNews> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The clients have ended.'))
    const onMessage = (news: ClientsNews) => {
      if (!(kind in news)) return
      clients.off('message', onMessage)
      clients.off('exit', onExit)
      resolve(news)
    }
    clients.on('message', onMessage)
    clients.once('exit', onExit)
  })
}

/** Processor time that a process has used, in milliseconds (Linux: a clock tick has ten). */
async function cpuMilliseconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** From POST /messages to the last of 2,000 clients, beside servers that only send the same bytes. */
export async function benchDelivery(): Promise<void> {
  await withHost(async ({ core, url }) => {
    const seeded = await seed(core, { subscribers: CLIENTS, messages: 10 })
    const authorizations = await giveKeys(core, seeded)
    const port = await freePort()
    const server = new ServerProcess({
      DATABASE_URL: url,
      PORT: String(port),
      PARLEY_LOG: 'error',
      PARLEY_RATE_LIMIT: '0',
      PARLEY_DATA: tmpdir(),
    })
    await server.start()
    const bare = fork(new URL('./bare-server.ts', import.meta.url), [], { execArgv: ['--import', 'tsx'] })
    const barePort = await new Promise<number>((resolve) =>
      bare.once('message', (given) => resolve(Number(given))),
    )
    try {
      const body = 'type=stream&to=general&topic=bench&content=Hello+*there*'
      const headers = {
        authorization: seeded.authorization,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
      }
      const send = () => call(port, 'POST', '/api/v1/messages', headers, body)
      await send()
      const [event] = await core.db.query<{ id: number; payload: { message: Record<string, unknown> } }>(
        sql`SELECT id, payload FROM event ORDER BY id DESC LIMIT 1`,
      )
      const poll = JSON.stringify({
        result: 'success',
        msg: '',
        events: [{ id: 1, flags: [], ...event?.payload }],
        queue_id: '00000000-0000-0000-0000-000000000000',
      })
      const batch = { lastEventId: event?.id, events: [{ id: event?.id, payload: event?.payload }] }
      const socket = JSON.stringify({ id: '1', type: 'next', payload: { data: { eventBatches: batch } } })
      const bytes = JSON.stringify({ poll, socket })
      const bareHeaders = { 'content-length': String(Buffer.byteLength(bytes)) }
      const sendBare = () => call(barePort, 'POST', '/', bareHeaders, bytes)
      const ours = { port, authorizations }
      const theirs = { port: barePort, authorizations }
      const pid = server.pid
      const barePid = bare.pid ?? 0
      for (const [title, kind, bareKind, aim] of [
        ['long-polls', 'poll', 'bare poll', 2],
        ['graphql-ws subscriptions', 'socket', 'bare socket', 2.5],
      ] as const) {
        const measured = await rounds({ kind, ...ours }, send, pid)
        const allHeld = () => call(barePort, 'PUT', `/${CLIENTS}`, {}, '')
        const baseline = await rounds(
          { kind: bareKind, ...theirs },
          sendBare,
          barePid,
          bareKind === 'bare poll' ? allHeld : undefined,
        )
        report({
          title: `From POST to the last of ${CLIENTS} ${title} (at most ${aim} is the aim)`,
          unit: 'ms',
          ours: summary('Parley', measured.times),
          baselines: [summary('the same bytes from a bare server', baseline.times)],
        })
        report({
          title: 'Processor time of the server for each delivery, the next poll included',
          unit: 'ms',
          ours: summary('Parley', measured.cpu),
          baselines: [summary('bare server', baseline.cpu)],
        })
      }
    } finally {
      bare.kill()
      await server.end('SIGTERM')
    }
  })
}
