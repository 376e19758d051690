import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../support/actor.ts'

/** One message as a listener got it. */
export interface Heard {
  /** The event's id. */
  readonly id: number
  readonly messageId: number
  readonly content: string
}

/** A REST client with an event queue that survives whatever happens to the server. */
export class QueueListener {
  readonly received: Heard[] = []
  /** How often the server did not know the queue. */
  forgotten = 0
  readonly #actor: Actor
  readonly #queueId: string
  #lastEventId: number
  #stopped = false

  private constructor(actor: Actor, queueId: string, lastEventId: number) {
    this.#actor = actor
    this.#queueId = queueId
    this.#lastEventId = lastEventId
  }

  static async register(actor: Actor): Promise<QueueListener> {
    const body = await actor.post('register', { event_types: ['message'], fetch_event_types: [] }).succeeds()
    return new QueueListener(actor, body.queue_id, body.last_event_id)
  }

  /** Waits until the message has come. */
  async reaches(messageId: number): Promise<void> {
    while (!this.received.some((heard) => heard.messageId === messageId)) await sleep(20)
  }

  stop(): void {
    this.#stopped = true
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      try {
        const { body } = await this.#actor.get('events', {
          queue_id: this.#queueId,
          last_event_id: this.#lastEventId,
        })
        if (body.code === 'BAD_EVENT_QUEUE_ID') this.forgotten++
        // biome-ignore lint/suspicious/noExplicitAny: the events were checked as the reply of this endpoint.
        for (const event of (body.events as any[]) ?? []) {
          this.#lastEventId = Math.max(this.#lastEventId, event.id)
          if (event.type !== 'message') continue
          this.received.push({ id: event.id, messageId: event.message.id, content: event.message.content })
        }
      } catch {
        await sleep(50)
      }
    }
  }
}
