import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../support/cast.ts'
import { followBySse } from '../support/server-sent-events.ts'
import { type Following, follow } from '../support/socket.ts'

interface Data {
  readonly eventBatches: {
    readonly lastEventId: number
    readonly events: readonly { id: number; payload: { message: { content: string } } }[]
  }
}

const query = `subscription ($after: EventId) {
  eventBatches(after: $after, types: ["message"]) { lastEventId events { id payload } }
}`

/** How long a subscription is kept before the next hop, in milliseconds. */
const STAY = 150

/**
 * A client that goes to another node and another transport all the time, and takes with it nothing
 * but its queue's id and the position that it has reached.
 */
export class Hopper {
  readonly received: { readonly id: number; readonly content: string }[] = []
  /** How often a node did not know the queue. */
  forgotten = 0
  readonly #person: Person
  readonly #ports: readonly number[]
  readonly #queueId: string
  #position: number
  #stopped = false

  private constructor(person: Person, ports: readonly number[], queueId: string, position: number) {
    this.#person = person
    this.#ports = ports
    this.#queueId = queueId
    this.#position = position
  }

  static async register(person: Person, ports: readonly number[]): Promise<Hopper> {
    const body = await person.post('register', { event_types: ['message'], fetch_event_types: [] }).succeeds()
    return new Hopper(person, ports, body.queue_id, body.last_event_id)
  }

  stop(): void {
    this.#stopped = true
  }

  async reaches(count: number): Promise<void> {
    while (this.received.length < count) await sleep(20)
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      const here = this.#person.on(this.#ports[randomInt(this.#ports.length)] ?? 0)
      const ways = [
        () => this.#poll(here),
        () => this.#follow(follow<Data>(here, query, { after: this.#position })),
        () => this.#follow(followBySse<Data>(here, query, { after: this.#position })),
      ]
      // A node that is away for a moment is one to come back to.
      await ways[randomInt(ways.length)]?.().catch(() => sleep(50))
    }
  }

  async #poll(here: Person): Promise<void> {
    const { body } = await here.get('events', {
      queue_id: this.#queueId,
      last_event_id: this.#position,
      dont_block: true,
    })
    if (body.code === 'BAD_EVENT_QUEUE_ID') this.forgotten++
    // biome-ignore lint/suspicious/noExplicitAny: the events were checked as the reply of this endpoint.
    for (const event of (body.events as any[]) ?? []) {
      this.#position = event.id
      if (event.type === 'message') this.received.push({ id: event.id, content: event.message.content })
    }
  }

  async #follow(following: Following<Data>): Promise<void> {
    const until = Date.now() + randomInt(STAY)
    try {
      do {
        const step = await Promise.race([following.next(), sleep(STAY).then(() => null)])
        if (step === null) break
        const { lastEventId, events } = step.eventBatches
        this.#position = Math.max(this.#position, lastEventId)
        for (const { id, payload } of events) this.received.push({ id, content: payload.message.content })
      } while (Date.now() < until)
    } finally {
      await following.stop().catch(() => {})
    }
  }
}
