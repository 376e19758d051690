import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sql from 'sql-template-tag'
import { EventQueueDocument } from '../rest-facade/generated/operations.ts'
import type { Executor } from '../src/contract/executor.ts'
import { presentation } from '../src/contract/presentation.ts'
import type { Core } from '../src/core.ts'
import { drawApiKey } from '../src/credentials/api-keys.ts'
import { createExecutor } from '../src/graphql/execution.ts'
import { schema } from '../src/graphql/schema.ts'
import { call } from './client.ts'
import { withHost } from './host.ts'
import { report, summary } from './measure.ts'
import { type Seeded, seed } from './seed.ts'

const FEW = 50
const MANY = 50_000
const PEOPLE = 500
const ROUNDS = 100

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes that the process's objects take. */
function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** One person, with a key. */
interface Waiting {
  readonly id: number
  readonly authorization: string
}

async function peopleWithKeys(core: Core, { channelId }: Seeded): Promise<Waiting[]> {
  const users = await core.db.query<{ id: number; deliveryEmail: string }>(sql`
    SELECT u.id, u.delivery_email FROM subscription s JOIN "user" u ON u.id = s.user_id
    WHERE s.channel_id = ${channelId} ORDER BY u.id DESC LIMIT ${PEOPLE}`)
  return Promise.all(
    users.map(async ({ id, deliveryEmail }) => {
      const key = drawApiKey()
      const hash = createHash('sha256').update(key).digest('hex')
      await core.db.query(sql`
        INSERT INTO api_key (user_id, hash, last_used_at) VALUES (${id}, decode(${hash}, 'hex'), now())`)
      return { id, authorization: `Basic ${Buffer.from(`${deliveryEmail}:${key}`).toString('base64')}` }
    }),
  )
}

const presented = JSON.stringify(
  presentation.parse({ applyMarkdown: true, clientGravatar: true, slimPresence: false, capabilities: {} }),
)

/** Registers queues of one kind, as many as asked for, and reads each until there is nothing left but to wait. */
async function holdQueues(core: Core, executor: Executor, people: readonly Waiting[], count: number) {
  const readers: AsyncIterator<unknown>[] = []
  for (let start = 0; start < count; start += people.length) {
    const some = people.slice(0, count - start)
    const queues = await core.db.query<{ id: string; userId: number; registeredAtId: number }>(sql`
      INSERT INTO event_queue (id, organization_id, user_id, event_types, all_event_types, all_public_streams,
        narrow, presentation, idle_timeout_seconds, registered_at_id, acknowledged_id, held_by)
      SELECT gen_random_uuid(), u.organization_id, u.id, ARRAY['message'], false, false, '[]'::json, ${presented}::json,
        3600, o.last_event_id, o.last_event_id, ${core.nodeId}::uuid
      FROM "user" u JOIN organization o ON o.id = u.organization_id
      WHERE u.id = ANY(${some.map(({ id }) => id)}::int[]) RETURNING id, user_id, registered_at_id`)
    await Promise.all(
      queues.map(async ({ id, userId, registeredAtId }) => {
        const { authorization } = people.find((person) => person.id === userId) ?? {
          authorization: undefined,
        }
        const session = await executor.open({ authorization, host: 'localhost', clientName: 'bench' })
        const batches = session.subscribe(EventQueueDocument, { id, after: registeredAtId })
        await batches.next()
        void batches.next()
        readers.push(batches)
      }),
    )
  }
  return async () => {
    for (const reader of readers) await reader.return?.()
  }
}

/** From POST /messages to the reply of the one long-poll that it concerns. */
async function deliver(port: number, sender: Seeded, receiver: Waiting): Promise<number[]> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (authorization: string, path: string, body: string) =>
    call(port, 'POST', path, { authorization, ...form, 'content-length': String(body.length) }, body)
  const registered = JSON.parse(
    await post(receiver.authorization, '/api/v1/register', 'event_types=["message"]&fetch_event_types=[]'),
  )
  let lastEventId: number = registered.last_event_id
  const times: number[] = []
  for (let round = -20; round < ROUNDS; round++) {
    const path = `/api/v1/events?queue_id=${registered.queue_id}&last_event_id=${lastEventId}`
    const polled = call(port, 'GET', path, { authorization: receiver.authorization })
    await new Promise((resolve) => setTimeout(resolve, 10))
    const start = performance.now()
    await post(sender.authorization, '/api/v1/messages', `type=direct&to=[${receiver.id}]&content=Hello`)
    lastEventId = JSON.parse(await polled).events.at(-1).id
    // The first rounds warm up.
    if (round >= 0) times.push(performance.now() - start)
  }
  return times
}

/** What a queue costs that nobody writes to, and what many of them cost those who are written to. */
export async function benchIdleQueues(): Promise<void> {
  await withHost(async ({ core, port }) => {
    const seeded = await seed(core, { subscribers: PEOPLE + 2, messages: 10 })
    const people = await peopleWithKeys(core, seeded)
    const [receiver, ...others] = people
    if (!receiver) throw new Error('There is nobody.')
    const executor = createExecutor(core, schema)
    const endFew = await holdQueues(core, executor, others, FEW)
    const withFew = await deliver(port, seeded, receiver)
    const before = heapBytes()
    const endMany = await holdQueues(core, executor, others, MANY - FEW)
    const perQueue = (heapBytes() - before) / (MANY - FEW)
    console.log(
      `\n${MANY} queues, each with a reader that waits: ${Math.round(perQueue)} bytes a queue (below 4096 is the aim)`,
    )
    const withMany = await deliver(port, seeded, receiver)
    report({
      title: 'From POST /messages to the one long-poll that it concerns',
      unit: 'ms',
      ours: summary(`with ${MANY} queues`, withMany),
      baselines: [summary(`with ${FEW} queues`, withFew)],
    })
    await endMany()
    await endFew()
  })
}
