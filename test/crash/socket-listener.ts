import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../support/actor.ts'
import { follow } from '../support/socket.ts'
import type { Heard } from './queue-listener.ts'

interface Data {
  readonly eventBatches: {
    readonly lastEventId: number
    readonly events: readonly { id: number; payload: { message: { id: number; content: string } } }[]
  }
}

const query = `subscription ($after: EventId) {
  eventBatches(after: $after, types: ["message"]) { lastEventId events { id payload } }
}`

/** A GraphQL client on a websocket that comes back with the last position it knows. */
export class SocketListener {
  readonly received: Heard[] = []
  readonly forgotten = 0
  readonly #actor: Actor
  #position: number
  #stopped = false

  private constructor(actor: Actor, position: number) {
    this.#actor = actor
    this.#position = position
  }

  static async open(actor: Actor): Promise<SocketListener> {
    const following = follow<Data>(actor, query)
    const { lastEventId } = (await following.next()).eventBatches
    await following.stop()
    return new SocketListener(actor, lastEventId)
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
      const following = follow<Data>(this.#actor, query, { after: this.#position })
      try {
        while (!this.#stopped) {
          const { lastEventId, events } = (await following.next()).eventBatches
          this.#position = lastEventId
          for (const { id, payload } of events) {
            this.received.push({ id, messageId: payload.message.id, content: payload.message.content })
          }
        }
      } catch {
        await sleep(50)
      } finally {
        await following.stop().catch(() => {})
      }
    }
  }
}
