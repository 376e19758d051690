import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../src/events/transact.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** Announces something small; which action does so in earnest does not matter to the contract. */
function announce(name: string, audience: readonly number[] | 'everyone' = 'everyone'): Promise<void> {
  return transact(server.core, people.organizationId, async (tx) => {
    tx.announce({ payload: { type: 'realm', op: 'update', property: 'name', value: name }, audience })
  })
}

const realmUpdate = (value: string) => ({ type: 'realm', op: 'update', property: 'name', value })

describe('POST /register', () => {
  it('answers a queue, the position it starts from and how long it is kept', async () => {
    const { registered } = await register(people.ann, ['realm'], { fetch_event_types: [] })
    expect(registered).toMatchObject({
      last_event_id: 0,
      idle_queue_timeout_secs: 600,
      zulip_feature_level: 500,
    })
  })

  it('keeps a queue for as long as asked, within seven days', async () => {
    const lifetime = async (asked: unknown) =>
      (await register(people.ann, ['realm'], { fetch_event_types: [], idle_queue_timeout: asked })).registered
        .idle_queue_timeout_secs
    expect(await lifetime(30)).toBe(30)
    expect(await lifetime(9_999_999)).toBe(604_800)
    expect(await lifetime('"mobile"')).toBe(43_200)
    await people.ann.post('register', { idle_queue_timeout: 0 }).fails('BAD_REQUEST', /idle_queue_timeout/)
    await people.ann
      .post('register', { idle_queue_timeout: '"long"' })
      .fails('BAD_REQUEST', /idle_queue_timeout/)
  })

  it('refuses all_public_streams to guests, and narrows that queues do not have', async () => {
    await people.guest.post('register', { all_public_streams: true }).fails('BAD_REQUEST', 'not authorized')
    await people.ann.post('register', { narrow: [['near', '5']] }).fails('BAD_REQUEST', 'near')
    await people.ann.post('register', { narrow: [['is', 'followed']] }).fails('BAD_REQUEST')
    await people.ann.post('register', { narrow: ['is'] }).fails('BAD_REQUEST', /narrow/)
  })

  it.each([
    ['apply_markdown', 'yes'],
    ['client_gravatar', '1'],
    ['include_subscribers', 'some'],
    ['slim_presence', '"true"'],
    ['presence_history_limit_days', '-1'],
    ['event_types', 'message'],
    ['fetch_event_types', '[1]'],
    ['client_capabilities', '[]'],
    ['all_public_streams', 'True'],
  ])('names %s when its value is %s', async (name, value) => {
    await people.ann.post('register', { [name]: value }).fails('BAD_REQUEST', new RegExp(name))
  })

  it('tells which parameters it does not know', async () => {
    const body = await people.ann
      .post('register', { fetch_event_types: [], colour: 'red', client: 'x' })
      .succeeds()
    expect(body.ignored_parameters_unsupported).toEqual(['colour'])
  })
})

describe('GET /events', () => {
  it('answers at once with dont_block, whether there is something or not', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    await queue.receivesNothing()
    await announce('One')
    await queue.receives(realmUpdate('One'))
  })

  it('holds a poll until an event comes', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    const poll = queue.take({ wait: true })
    await announce('Later')
    expect(await poll).toMatchObject([realmUpdate('Later')])
  })

  it('delivers again what is not acknowledged, and also what is', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    await announce('One')
    await announce('Two')
    const both = await queue.take()
    expect(both.map(({ value }) => value)).toEqual(['One', 'Two'])
    const ask = async (last_event_id: number) =>
      (await people.ann.get('events', { queue_id: queue.id, last_event_id, dont_block: true }).succeeds())
        .events
    expect(await ask(-1)).toEqual(both)
    expect(await ask(both[0]?.id ?? 0)).toEqual([both[1]])
    expect(await ask(-1)).toEqual(both)
  })

  it('delivers events in the order of commits, under ids that grow', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    for (let i = 0; i < 20; i++) await announce(`Name ${i}`)
    const events = await queue.takeCount(20)
    expect(events.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, i) => `Name ${i}`))
    for (let i = 1; i < events.length; i++) expect(events[i]?.id).toBeGreaterThan(events[i - 1]?.id ?? 0)
  })

  it('delivers to the audience only', async () => {
    const annsQueue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    const bensQueue = await register(people.ben, ['realm'], { fetch_event_types: [] })
    await announce('For Ann', [people.ann.id])
    await announce('For all')
    await bensQueue.receives(realmUpdate('For all'))
    await annsQueue.receives(realmUpdate('For Ann'), realmUpdate('For all'))
  })

  it('delivers only the event types asked for', async () => {
    const queue = await register(people.ann, ['message'], { fetch_event_types: [] })
    const other = await register(people.ann, undefined, { fetch_event_types: [] })
    await announce('One')
    await other.receives(realmUpdate('One'))
    await queue.receivesNothing()
  })

  it('ends the first poll at once when a second one begins', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    const poll = () =>
      people.ann.get('events', { queue_id: queue.id, last_event_id: queue.lastEventId }).succeeds()
    const first = poll()
    // The first poll is held as soon as the server knows of it.
    await expect.poll(() => server.core.polls.held).toBe(1)
    const second = poll()
    expect((await first).events).toEqual([])
    await announce('For the second')
    expect((await second).events).toMatchObject([realmUpdate('For the second')])
  })

  it('does not know queues of others, unknown ones and ill-formed ones', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    for (const queue_id of [randomUUID(), 'no-uuid', queue.id]) {
      const body = await people.ben
        .get('events', { queue_id, last_event_id: -1, dont_block: true })
        .fails('BAD_EVENT_QUEUE_ID', queue_id)
      expect(body.queue_id).toBe(queue_id)
    }
  })

  it('refuses a position that no event has yet', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    await people.ann
      .get('events', { queue_id: queue.id, last_event_id: 1_000_000, dont_block: true })
      .fails('BAD_REQUEST')
  })

  it('needs a queue and a position', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    await people.ann.get('events', { last_event_id: -1 }).fails('REQUEST_VARIABLE_MISSING', 'queue_id')
    await people.ann.get('events', { queue_id: queue.id }).fails('BAD_REQUEST', 'last_event_id')
    await people.ann
      .get('events', { queue_id: queue.id, last_event_id: 'x' })
      .fails('BAD_REQUEST', 'last_event_id')
    await people.ann
      .get('events', { queue_id: queue.id, last_event_id: -2 })
      .fails('BAD_REQUEST', 'last_event_id')
    await people.ann
      .get('events', { queue_id: queue.id, last_event_id: 0, dont_block: 2 })
      .fails('BAD_REQUEST', 'dont_block')
  })

  it('registers a queue on the fly for a call without one that may not wait', async () => {
    const body = await people.ann.get('events', { dont_block: true, event_types: ['realm'] }).succeeds()
    expect(body.events).toEqual([])
    await announce('One')
    const next = await people.ann.get('events', { queue_id: body.queue_id, last_event_id: -1 }).succeeds()
    expect(next.events).toMatchObject([realmUpdate('One')])
  })
})

describe('DELETE /events', () => {
  it('ends the queue and the poll that is held on it', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    const poll = people.ann.get('events', { queue_id: queue.id, last_event_id: queue.lastEventId }).succeeds()
    await expect.poll(() => server.core.polls.held).toBe(1)
    await people.ann.delete('events', { queue_id: queue.id }).succeeds()
    expect((await poll).events).toEqual([])
    await people.ann.get('events', { queue_id: queue.id, last_event_id: -1 }).fails('BAD_EVENT_QUEUE_ID')
    await people.ann.delete('events', { queue_id: queue.id }).fails('BAD_EVENT_QUEUE_ID')
  })

  it('does not end queues of others', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    await people.ben.delete('events', { queue_id: queue.id }).fails('BAD_EVENT_QUEUE_ID', queue.id)
    await people.ben.delete('events', {}).fails('REQUEST_VARIABLE_MISSING', 'queue_id')
    await queue.receivesNothing()
  })
})

describe('the eventBatches subscription', () => {
  const query =
    'subscription ($after: EventId) { eventBatches(after: $after) { lastEventId events { id type payload } } }'
  interface Data {
    eventBatches: { lastEventId: number; events: { id: number; type: string; payload: unknown }[] }
  }

  it('delivers the same events under the same ids as a queue', async () => {
    const queue = await register(people.ann, undefined, { fetch_event_types: [] })
    const following = follow<Data>(people.ann, query)
    expect((await following.next()).eventBatches).toEqual({ lastEventId: queue.lastEventId, events: [] })
    await announce('Everywhere')
    const [event] = await queue.takeCount(1)
    const { eventBatches } = await following.next()
    expect(eventBatches.events).toEqual([
      { id: event?.id, type: 'realm', payload: realmUpdate('Everywhere') },
    ])
    await following.stop()
  })

  it('resumes after a drop without losing anything', async () => {
    const before = follow<Data>(people.ann, query)
    const { lastEventId } = (await before.next()).eventBatches
    await before.stop()
    await announce('Meanwhile 1')
    await announce('Meanwhile 2')
    const after = follow<Data>(people.ann, query, { after: lastEventId })
    const { events } = (await after.next()).eventBatches
    expect(events.map(({ payload }) => payload)).toEqual([
      realmUpdate('Meanwhile 1'),
      realmUpdate('Meanwhile 2'),
    ])
    await after.stop()
  })

  it('says which event the log begins with when asked for an older one', async () => {
    await announce('One')
    await announce('Two')
    await server.core.db.prisma.event.deleteMany({ where: { organizationId: people.organizationId, id: 1 } })
    const tail = await server.core.hub.tail(people.organizationId)
    const other = await tail.checkReach(0).catch((error: unknown) => error)
    expect(other).toMatchObject({ code: 'EVENTS_PRUNED', data: { oldest_event_id: 2 } })
  })

  it('needs a viewer', async () => {
    const { errors } = await people.ann.graphqlResult(
      'mutation { deleteEventQueue(input: { queueId: "x" }) { queueId } }',
    )
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: 'x' })
  })
})

describe('polls that arrive together', () => {
  it('are authenticated, and find their queues, with few statements, and each gets its own', async () => {
    const readers = [people.ann, people.ben]
    const queues = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        register(readers[i % 2] ?? people.ann, ['realm'], { fetch_event_types: [] }),
      ),
    )
    await announce('For Ann', [people.ann.id])
    const counts = { keys: 0, queues: 0 }
    server.core.db.observer = (text) => {
      if (text.includes('FROM event_queue')) counts.queues++
      else if (text.includes('JOIN api_key')) counts.keys++
    }
    const polls = await Promise.all(queues.map((queue) => queue.take()))
    server.core.db.observer = undefined
    for (const [i, events] of polls.entries()) {
      expect(events.map(({ value }) => value)).toEqual(i % 2 === 0 ? ['For Ann'] : [])
    }
    expect(counts.queues).toBeGreaterThan(0)
    expect(counts.queues).toBeLessThan(20)
    expect(counts.keys).toBeLessThan(20)
    await queues[0]?.actor
      .get('events', { queue_id: queues[1]?.id, last_event_id: -1 })
      .fails('BAD_EVENT_QUEUE_ID')
  })
})
