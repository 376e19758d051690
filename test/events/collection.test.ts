import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../src/events/transact.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register, type TestQueue } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** As if nobody had asked for the queue for so many seconds. */
async function leaveFor(queue: TestQueue, seconds: number): Promise<void> {
  await server.core.queueTouches.flush()
  await server.core.db.query(sql`
    UPDATE event_queue SET last_seen_at = now() - make_interval(secs => ${seconds})
    WHERE id = ${queue.id}::uuid`)
}

async function announce(...names: string[]): Promise<void> {
  for (const value of names) {
    await transact(server.core, people.organizationId, async (tx) => {
      tx.announce({ payload: { type: 'realm', op: 'update', property: 'name', value }, audience: 'everyone' })
    })
  }
}

/** As if the events up to this id had been announced so many hours ago. */
async function ageEvents(upTo: number, hours: number): Promise<void> {
  await server.core.db.query(sql`
    UPDATE event SET created_at = now() - make_interval(hours => ${hours})
    WHERE organization_id = ${people.organizationId} AND id <= ${upTo}`)
}

async function loggedIds(organizationId = people.organizationId): Promise<number[]> {
  const rows = await server.core.db.query<{ id: number }>(
    sql`SELECT id FROM event WHERE organization_id = ${organizationId} ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

const registerFor = (seconds: number) =>
  register(people.ann, ['realm'], { fetch_event_types: [], idle_queue_timeout: seconds })

describe('an event queue', () => {
  it('is collected when its idle timeout and a minute have passed', async () => {
    const queue = await registerFor(600)
    await leaveFor(queue, 662)
    expect(await server.core.collection.collectQueues()).toBe(1)
    const body = await people.ann
      .get('events', { queue_id: queue.id, last_event_id: -1 })
      .fails('BAD_EVENT_QUEUE_ID', queue.id)
    expect(body.queue_id).toBe(queue.id)
  })

  it('is kept until then, each for as long as was asked', async () => {
    const [short, long] = [await registerFor(30), await registerFor(86_400)]
    await leaveFor(short, 80)
    await leaveFor(long, 86_400)
    expect(await server.core.collection.collectQueues()).toBe(0)
    await leaveFor(short, 91)
    expect(await server.core.collection.collectQueues()).toBe(1)
    expect(await long.take()).toEqual([])
  })

  it('counts its idle time from the last poll', async () => {
    const queue = await registerFor(60)
    await leaveFor(queue, 119)
    await queue.take()
    await server.core.queueTouches.flush()
    expect(await server.core.collection.collectQueues()).toBe(0)
    const [row] = await server.core.db.query<{ idle: number }>(sql`
      SELECT extract(epoch FROM now() - last_seen_at)::float8 AS idle FROM event_queue
      WHERE id = ${queue.id}::uuid`)
    expect(row?.idle).toBeLessThan(60)
  })

  it('is in use while a subscription reads it, however long that takes', async () => {
    const queue = await registerFor(60)
    const reading = follow(
      people.ann,
      'subscription ($id: String!) { eventQueue(id: $id, after: -1) { lastEventId } }',
      { id: queue.id },
    )
    await reading.next()
    await leaveFor(queue, 1000)
    server.core.longReads.touch(0)
    await server.core.queueTouches.flush()
    expect(await server.core.collection.collectQueues()).toBe(0)
    await announce('still there')
    expect(await reading.next()).toMatchObject({ eventQueue: { lastEventId: 1 } })
    await reading.stop()
  })

  it('is forgotten by two nodes at once only once', async () => {
    for (let i = 0; i < 20; i++) await leaveFor(await registerFor(60), 1000)
    const { collection } = server.core
    const counts = await Promise.all([collection.collectQueues(), collection.collectQueues()])
    expect(counts[0] + counts[1]).toBe(20)
  })
})

describe('the event log', () => {
  it('loses events that are older than the longest-lived queue, and only those', async () => {
    await announce('one', 'two', 'three')
    await ageEvents(2, 24 * 7 + 2)
    expect(await server.core.collection.pruneEvents()).toBe(2)
    expect(await loggedIds()).toEqual([3])
    expect(await server.core.collection.pruneEvents()).toBe(0)
  })

  it('keeps what a queue of seven days can still ask for', async () => {
    await announce('one')
    await ageEvents(1, 24 * 7)
    expect(await server.core.collection.pruneEvents()).toBe(0)
  })

  it('has no gaps, even where times and ids disagree', async () => {
    await announce('one', 'two', 'three')
    await ageEvents(2, 24 * 8)
    await server.core.db.query(
      sql`UPDATE event SET created_at = now() WHERE organization_id = ${people.organizationId} AND id = 1`,
    )
    await server.core.collection.pruneEvents()
    expect(await loggedIds()).toEqual([3])
  })

  it('of another organization is left alone', async () => {
    const mine = people
    await announce('one')
    await ageEvents(1, 24 * 8)
    people = await cast(server)
    await announce('other')
    await server.core.collection.pruneEvents()
    expect(await loggedIds(mine.organizationId)).toEqual([])
    expect(await loggedIds()).toEqual([1])
  })

  it('goes in batches', async () => {
    await server.core.db.query(sql`
      INSERT INTO event (organization_id, id, type, payload, audience, for_everyone, created_at)
      SELECT ${people.organizationId}, n, 'heartbeat', '{"type":"heartbeat"}', '{}', true, now() - interval '30 days'
      FROM generate_series(1, 12000) AS n`)
    await server.core.db.query(
      sql`UPDATE organization SET last_event_id = 12000 WHERE id = ${people.organizationId}`,
    )
    expect(await server.core.collection.pruneEvents()).toBe(12_000)
    await announce('next')
    expect(await loggedIds()).toEqual([12_001])
  })

  it('tells a reader who comes too late where it begins', async () => {
    const queue = await registerFor(604_800)
    await announce('one', 'two')
    await ageEvents(1, 24 * 8)
    await server.core.collection.pruneEvents()
    // Readers whom memory still serves notice nothing; a restart forgets.
    const other = onPostgres ? await server.startAnotherNode() : undefined
    if (!other) return
    await queue.actor
      .on(other.port)
      .get('events', { queue_id: queue.id, last_event_id: 0, dont_block: true })
      .fails('BAD_EVENT_QUEUE_ID')
    await expect(
      follow(people.ann.on(other.port), 'subscription { eventBatches(after: 0) { lastEventId } }').next(),
    ).rejects.toMatchObject({ code: 'EVENTS_PRUNED', oldest_event_id: 2 })
  })

  it.runIf(onPostgres)('is pruned by one node at a time', async () => {
    await announce('one')
    await ageEvents(1, 24 * 8)
    const other = await server.startAnotherNode()
    const counts = await Promise.all([
      server.core.collection.pruneEvents(),
      other.core.collection.pruneEvents(),
    ])
    expect(counts[0] + counts[1]).toBe(1)
  })
})
