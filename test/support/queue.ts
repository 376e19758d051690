import { expect } from 'vitest'
import { parseWireEvent } from '../../src/contract/events/parse.ts'
import type { Actor, Parameters } from './actor.ts'
import { fold, normalized } from './fold/fold.ts'

/** A delivered event, its closed shape checked. */
// biome-ignore lint/suspicious/noExplicitAny: tests read the fields of the kind that they expect.
export type TestEvent = Record<string, any> & { readonly id: number; readonly type: string }

/** A registered event queue of a test. Every event it takes is checked against its kind. */
export class TestQueue {
  readonly actor: Actor
  readonly id: string
  /** The body of POST /register. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly registered: Record<string, any>
  lastEventId: number
  readonly #request: Parameters
  readonly #taken: TestEvent[] = []

  constructor(actor: Actor, registered: Record<string, unknown>, request: Parameters) {
    this.actor = actor
    this.registered = registered
    this.#request = request
    this.id = String(registered.queue_id)
    this.lastEventId = Number(registered.last_event_id)
  }

  /** Takes what there is, waiting for nothing unless told. */
  async take({ wait = false } = {}): Promise<TestEvent[]> {
    const body = await this.actor
      .get('events', { queue_id: this.id, last_event_id: this.lastEventId, dont_block: !wait })
      .succeeds()
    const events: TestEvent[] = body.events
    for (const event of events) parseWireEvent(event)
    this.lastEventId = events.at(-1)?.id ?? this.lastEventId
    this.#taken.push(...events)
    return events
  }

  /** Waits until this many events have come. */
  async takeCount(count: number): Promise<TestEvent[]> {
    const events: TestEvent[] = []
    while (events.length < count) events.push(...(await this.take({ wait: true })))
    return events
  }

  /** The next events are exactly these, ids aside, in this order; and no more are there. */
  async receives(...expected: Record<string, unknown>[]): Promise<void> {
    const events = [...(await this.takeCount(expected.length)), ...(await this.take())]
    expect(events.map(({ id: _, ...event }) => event)).toEqual(expected)
  }

  /**
   * The snapshot that came with the queue, changed by every event since, is what a client that
   * registers now is told.
   */
  async replayEqualsFreshRegister(): Promise<void> {
    await this.take()
    const fresh = await this.actor.post('register', this.#request).succeeds()
    const selfId = (await this.actor.get('users/me').succeeds()).user_id
    const listsSubscribers =
      this.#request.include_subscribers === 'true' || this.#request.include_subscribers === true
    const folded = fold(this.registered, this.#taken, selfId, listsSubscribers)
    if (this.#taken.some(({ type }) => type === 'delete_message')) {
      // Which message is the newest when the newest has gone, a client learns only by asking.
      folded.max_message_id = undefined
      fresh.max_message_id = undefined
    }
    if (fresh.unread_msgs && !(fresh.subscriptions && fresh.user_topics)) {
      // What is muted, and so not counted, is told by these.
      folded.unread_msgs.count = undefined
      fresh.unread_msgs.count = undefined
    }
    expect(normalized(folded)).toEqual(normalized(fresh))
  }

  /**
   * Nothing has come up to now. What an action announces is in the log before its reply, so that
   * asking once after the reply is proof.
   */
  async receivesNothing(): Promise<void> {
    expect(await this.take()).toEqual([])
  }
}

/** Registers a queue for these event types and snapshots. */
export async function register(
  actor: Actor,
  eventTypes: readonly string[] | undefined,
  parameters: Parameters = {},
): Promise<TestQueue> {
  const request = { event_types: eventTypes, ...parameters }
  return new TestQueue(actor, await actor.post('register', request).succeeds(), request)
}
