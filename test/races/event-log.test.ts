import { beforeEach, describe, expect, it } from 'vitest'
import { readEvents } from '../../src/events/log.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, type TestNode, testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'

const WRITERS = 16
const MESSAGES_EACH = 12
const TOTAL = WRITERS * MESSAGES_EACH
/** Whoever starts a topic follows it from then on, which is an event, too. */
const EVENTS = TOTAL + WRITERS

interface Data {
  readonly eventBatches: { readonly events: readonly { id: number }[] }
}

// Only on a server are there several transactions at a time, and so commits in another order than
// that in which they began.
describe.runIf(onPostgres)('16 writers at a time', () => {
  const server = testServer()
  let other: TestNode | undefined
  let people: Cast

  beforeEach(async () => {
    other ??= await server.startAnotherNode()
    people = await cast(server)
  })

  /** Writes from all writers at once, half of them on either node. */
  async function write(): Promise<void> {
    const ports = [server.port, other?.port ?? server.port]
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const ann = people.ann.on(ports[writer % 2] ?? server.port)
        for (let i = 0; i < MESSAGES_EACH; i++) {
          const content = `${writer}: ${i}`
          await ann
            .post('messages', { type: 'stream', to: 'general', topic: `t${writer}`, content })
            .succeeds()
        }
      }),
    )
  }

  it('find in their queues, each after its answer, what the answered request has announced', async () => {
    const missing: string[] = []
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const { ann } = people
        const queue = await register(ann, ['message'])
        for (let i = 0; i < MESSAGES_EACH; i++) {
          const { id } = await ann
            .post('messages', { type: 'stream', to: 'general', topic: `t${writer}`, content: String(i) })
            .succeeds()
          const events = await queue.take()
          if (!events.some(({ message }) => message.id === id)) missing.push(`${id} of writer ${writer}`)
        }
      }),
    )
    expect(missing).toEqual([])
  })

  it('leave a log with dense ids, which a reader who follows it by id reads whole and once', async () => {
    const seen: number[] = []
    let done = false
    const reading = (async () => {
      while (!done || seen.length < EVENTS) {
        const after = seen.at(-1) ?? 0
        for (const { id } of await readEvents(server.core.db, people.organizationId, after, 50)) seen.push(id)
      }
    })()
    await write()
    done = true
    await reading
    expect(seen).toEqual(Array.from({ length: EVENTS }, (_, i) => i + 1))
  })

  it('are heard completely, once and in the same order by a queue and by a subscription on the other node', async () => {
    const queue = await register(people.ben, ['message'], { fetch_event_types: [] })
    const ben = people.ben.on(other?.port ?? server.port)
    const following = follow<Data>(ben, 'subscription { eventBatches(types: ["message"]) { events { id } } }')
    await following.next()
    const [, taken] = await Promise.all([write(), queue.takeCount(TOTAL)])
    const followed: number[] = []
    while (followed.length < TOTAL) {
      followed.push(...(await following.next()).eventBatches.events.map(({ id }) => id))
    }
    await following.stop()
    const ids = taken.map(({ id }) => id)
    expect(new Set(ids).size).toBe(TOTAL)
    expect([...ids].sort((left, right) => left - right)).toEqual(ids)
    expect(followed).toEqual(ids)
    const contents = taken.map(({ message }) => message.content)
    for (let writer = 0; writer < WRITERS; writer++) {
      const own = contents.filter((content) => content.startsWith(`${writer}: `))
      expect(own).toEqual(Array.from({ length: MESSAGES_EACH }, (_, i) => `${writer}: ${i}`))
    }
  })
})
