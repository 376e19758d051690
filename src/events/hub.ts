import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../logger.ts'
import { type LoggedEvent, lastEventIds, oldestEventId, readEvents, readEventsFor } from './log.ts'
import { concerns, type EventReader } from './reader.ts'

/** How many of an organization's newest events are kept in memory. */
const REMEMBERED_EVENTS = 4000
/** How many events one step of a reader takes. */
const BATCH_SIZE = 500
/** How long a lost wake-up can delay an event, in milliseconds. */
const LOOK_INTERVAL = 1000

/** What a reader found, and how far into the log it has now looked. */
export interface Batch {
  readonly events: readonly LoggedEvent[]
  readonly through: number
}

interface Waiter {
  readonly reader: EventReader
  /** Called with the id of the first event that concerns the waiter. */
  readonly wake: (eventId: number) => void
}

/** What the process knows of one organization's log. */
interface Tail {
  /** The newest event that the process has read. */
  position: number
  /** Contiguous, ending at `position`. */
  readonly recent: LoggedEvent[]
  readonly waiters: Map<number, Set<Waiter>>
  /** The newest id known to exist; ahead of `position` while a read is under way. */
  target: number
  /** The read under way. */
  advancing: Promise<void> | undefined
}

/**
 * One per process: reads each active organization's log once for all its readers. It remembers the
 * newest events, keeps an index from users to those who wait, and leaves readers who are further
 * behind to the table. A reader holds a cursor, not a buffer.
 */
export class EventHub {
  readonly #db: Database
  readonly #logger: Logger
  readonly #tails = new Map<number, Promise<Tail>>()
  readonly #timer: NodeJS.Timeout

  constructor(db: Database, logger: Logger) {
    this.#db = db
    this.#logger = logger
    this.#timer = setInterval(() => void this.#look(), LOOK_INTERVAL)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Tells the hub that the organization's log reaches `eventId`; cheap, and safe to call twice. */
  wake(organizationId: number, eventId: number): void {
    void this.#tails.get(organizationId)?.then((tail) => this.#advance(organizationId, tail, eventId))
  }

  /** The newest event of the organization that the process knows of. */
  async position(organizationId: number): Promise<number> {
    return (await this.#tail(organizationId)).position
  }

  /**
   * Makes sure that a reader can start after `after`: that the log has the next event, if there is one.
   *
   * @throws CodedError EVENTS_PRUNED with `oldest_event_id` when it has been pruned, BAD_REQUEST
   *   when the log has never been as far
   */
  async checkReach(organizationId: number, after: number): Promise<void> {
    const tail = await this.#tail(organizationId)
    if (after >= tail.position - tail.recent.length && after <= tail.position) return
    const oldest = await oldestEventId(this.#db, organizationId)
    if (after + 1 < oldest) {
      throw new CodedError('EVENTS_PRUNED', `The event log begins at event ${oldest}.`, {
        oldest_event_id: oldest,
      })
    }
    const newest = (await lastEventIds(this.#db, [organizationId])).get(organizationId) ?? 0
    if (after > newest)
      throw badRequest(`An event newer than ${after} was expected, but the newest is ${newest}.`)
    this.wake(organizationId, newest)
  }

  /** Events after `after` that concern the reader, oldest first; none does not mean the end. */
  async read(reader: EventReader, after: number): Promise<Batch> {
    const tail = await this.#tail(reader.organizationId)
    // What is announced here is in the log before the announcing request is answered: whoever asks
    // after that answer has to find it, also while it is still being read.
    if (after >= tail.position) await tail.advancing
    if (after >= tail.position) return { events: [], through: after }
    const firstRemembered = tail.position - tail.recent.length + 1
    if (after + 1 >= firstRemembered) return fromMemory(tail, reader, after + 1 - firstRemembered)
    const through = tail.position
    const found = await readEventsFor(this.#db, reader.organizationId, reader.userId, after, BATCH_SIZE)
    const last = found.at(-1)
    return {
      events: found.filter((event) => event.id <= through && concerns(reader, event)),
      through: found.length === BATCH_SIZE && last && last.id < through ? last.id : through,
    }
  }

  /**
   * Waits until an event after `after` concerns the reader.
   *
   * @returns the cursor from which to read on: nothing between `after` and it concerns the reader
   * @throws the signal's reason when it is aborted first
   */
  async wait(reader: EventReader, after: number, signal: AbortSignal): Promise<number> {
    const tail = await this.#tail(reader.organizationId)
    signal.throwIfAborted()
    // Between the caller's read and this line the log may have moved on.
    if (tail.position > after) return after
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        reader,
        wake: (eventId) => {
          signal.removeEventListener('abort', abort)
          removeWaiter(tail, waiter)
          resolve(eventId - 1)
        },
      }
      const abort = () => {
        removeWaiter(tail, waiter)
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      addWaiter(tail, waiter)
    })
  }

  #tail(organizationId: number): Promise<Tail> {
    let tail = this.#tails.get(organizationId)
    if (!tail) {
      tail = this.#openTail(organizationId)
      this.#tails.set(organizationId, tail)
      tail.catch(() => this.#tails.delete(organizationId))
    }
    return tail
  }

  async #openTail(organizationId: number): Promise<Tail> {
    const position = (await lastEventIds(this.#db, [organizationId])).get(organizationId) ?? 0
    return { position, recent: [], waiters: new Map(), target: position, advancing: undefined }
  }

  async #advance(organizationId: number, tail: Tail, eventId: number): Promise<void> {
    if (eventId > tail.target) tail.target = eventId
    if (tail.advancing || tail.position >= tail.target) return
    tail.advancing = this.#catchUp(organizationId, tail)
    await tail.advancing
  }

  async #catchUp(organizationId: number, tail: Tail): Promise<void> {
    try {
      while (tail.position < tail.target) {
        const events = await readEvents(this.#db, organizationId, tail.position, BATCH_SIZE)
        if (events.length === 0) break
        for (const event of events) deliver(tail, event)
      }
    } catch (error) {
      // The next look tries again.
      this.#logger.warn({ error, organizationId }, 'reading the event log failed')
    } finally {
      tail.advancing = undefined
    }
  }

  async #look(): Promise<void> {
    if (this.#tails.size === 0) return
    try {
      const newest = await lastEventIds(this.#db, [...this.#tails.keys()])
      for (const [organizationId, eventId] of newest) this.wake(organizationId, eventId)
    } catch (error) {
      this.#logger.warn({ error }, 'looking for new events failed')
    }
  }
}

function fromMemory(tail: Tail, reader: EventReader, start: number): Batch {
  const events: LoggedEvent[] = []
  let index = start
  for (; index < tail.recent.length && events.length < BATCH_SIZE; index++) {
    const event = tail.recent[index] as LoggedEvent
    if (concerns(reader, event)) events.push(event)
  }
  return { events, through: tail.position - tail.recent.length + index }
}

function deliver(tail: Tail, event: LoggedEvent): void {
  tail.position = event.id
  tail.recent.push(event)
  // Cut in one go, so that the cost of moving the rest is spread over many events.
  if (tail.recent.length > REMEMBERED_EVENTS * 1.25)
    tail.recent.splice(0, tail.recent.length - REMEMBERED_EVENTS)
  const concerned =
    event.audience === null || event.reach !== 'audience' ? tail.waiters.keys() : event.audience
  for (const userId of concerned) {
    for (const waiter of tail.waiters.get(userId) ?? []) {
      if (concerns(waiter.reader, event)) waiter.wake(event.id)
    }
  }
}

function addWaiter(tail: Tail, waiter: Waiter): void {
  const waiters = tail.waiters.get(waiter.reader.userId)
  if (waiters) waiters.add(waiter)
  else tail.waiters.set(waiter.reader.userId, new Set([waiter]))
}

function removeWaiter(tail: Tail, waiter: Waiter): void {
  const waiters = tail.waiters.get(waiter.reader.userId)
  waiters?.delete(waiter)
  if (waiters?.size === 0) tail.waiters.delete(waiter.reader.userId)
}
