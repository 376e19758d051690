import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../logger.ts'
import { type LoggedEvent, lastEventIds, oldestEventId, readEvents, readEventsFor } from './log.ts'
import { concerns, type EventReader } from './reader.ts'

/** How many of an organization's newest events are kept in memory. */
const REMEMBERED_EVENTS = 4000
/** How many events one step of a reader takes. */
const BATCH_SIZE = 500

/** No user has this id. */
const EVERYTHING = 0

/** What a reader found, and how far into the log it has now looked. */
export interface Batch {
  readonly events: readonly LoggedEvent[]
  readonly through: number
}

/** Somebody who waits for the next event: thousands do at a time. */
export interface Waiter {
  readonly reader: EventReader
  /**
   * Called once.
   *
   * @param cursor from where to read on: nothing before it concerns the reader
   */
  wake(cursor: number): void
}

/**
 * What the process knows of one organization's log: its newest events, and who waits for the next
 * one. Readers who are further behind are left to the table.
 */
export class LogTail {
  readonly #db: Database
  readonly #logger: Logger
  readonly #organizationId: number
  readonly #onEvent: (event: LoggedEvent) => void
  /** The newest event that the process has read. */
  #position: number
  /** Contiguous, ending at the position. */
  readonly #recent: LoggedEvent[] = []
  /** By user; those who read the whole log under {@link EVERYTHING}. */
  readonly #waiters = new Map<number, Set<Waiter>>()
  /** The newest id known to exist; ahead of the position while a read is under way. */
  #target: number
  /** The read under way, of the next events only: more may be announced meanwhile. */
  #step: Promise<void> | undefined

  /** @param onEvent is told of every event, before those who wait for it */
  constructor(
    db: Database,
    logger: Logger,
    organizationId: number,
    position: number,
    onEvent: (event: LoggedEvent) => void,
  ) {
    this.#db = db
    this.#logger = logger
    this.#organizationId = organizationId
    this.#onEvent = onEvent
    this.#position = position
    this.#target = position
  }

  /** The newest event that the process has read. */
  get position(): number {
    return this.#position
  }

  /** Reads on, if the log reaches further than it was known to. */
  advanceTo(eventId: number): void {
    if (eventId > this.#target) this.#target = eventId
    if (!this.#step && this.#position < this.#target) void this.#catchUp()
  }

  /**
   * Makes sure that a reader can start after `after`: that the log has the next event, if there is one.
   *
   * @throws CodedError EVENTS_PRUNED with `oldest_event_id` when it has been pruned, BAD_REQUEST
   *   when the log has never been as far
   */
  async checkReach(after: number): Promise<void> {
    if (after >= this.#position - this.#recent.length && after <= this.#position) return
    const oldest = await oldestEventId(this.#db, this.#organizationId)
    if (after + 1 < oldest) {
      throw new CodedError('EVENTS_PRUNED', `The event log begins at event ${oldest}.`, {
        oldest_event_id: oldest,
      })
    }
    const newest = (await lastEventIds(this.#db, [this.#organizationId])).get(this.#organizationId) ?? 0
    if (after > newest)
      throw badRequest(`An event newer than ${after} was expected, but the newest is ${newest}.`)
    this.advanceTo(newest)
  }

  /** Events after `after` that concern the reader, oldest first; none does not mean the end. */
  read(reader: EventReader, after: number): Batch | Promise<Batch> {
    // What is announced here is in the log before the announcing request is answered: whoever asks
    // after that answer has to find it, also while it is still being read.
    const known = this.#target
    if (this.#step && this.#position < known) {
      return this.#reached(known).then(() => this.#readAt(reader, after))
    }
    return this.#readAt(reader, after)
  }

  /** Waits until the process has read this event, or has failed to. */
  async #reached(eventId: number): Promise<void> {
    // Why it failed is told by who reads on.
    while (this.#step && this.#position < eventId) await this.#step.catch(() => {})
  }

  /** Wakes the waiter when an event after `after` concerns its reader. */
  wait(waiter: Waiter, after: number): void {
    // Between the caller's read and this line the log may have moved on.
    if (this.#position > after) {
      waiter.wake(after)
      return
    }
    const key = keyOf(waiter.reader)
    const waiters = this.#waiters.get(key)
    if (waiters) waiters.add(waiter)
    else this.#waiters.set(key, new Set([waiter]))
  }

  /** Ends a waiting: the waiter is not woken any more. */
  stopWaiting(waiter: Waiter): void {
    const key = keyOf(waiter.reader)
    const waiters = this.#waiters.get(key)
    waiters?.delete(waiter)
    if (waiters?.size === 0) this.#waiters.delete(key)
  }

  #readAt(reader: EventReader, after: number): Batch | Promise<Batch> {
    if (after >= this.#position) return { events: [], through: after }
    const firstRemembered = this.#position - this.#recent.length + 1
    if (after + 1 >= firstRemembered) return this.#readMemory(reader, after + 1 - firstRemembered)
    return this.#readTable(reader, after)
  }

  #readMemory(reader: EventReader, start: number): Batch {
    const events: LoggedEvent[] = []
    let index = start
    for (; index < this.#recent.length && events.length < BATCH_SIZE; index++) {
      const event = this.#recent[index] as LoggedEvent
      if (concerns(reader, event)) events.push(event)
    }
    return { events, through: this.#position - this.#recent.length + index }
  }

  async #readTable(reader: EventReader, after: number): Promise<Batch> {
    const through = this.#position
    const found = reader.wholeLog
      ? await readEvents(this.#db, this.#organizationId, after, BATCH_SIZE)
      : await readEventsFor(this.#db, this.#organizationId, reader.userId, after, BATCH_SIZE)
    const last = found.at(-1)
    return {
      events: found.filter((event) => event.id <= through && concerns(reader, event)),
      through: found.length === BATCH_SIZE && last && last.id < through ? last.id : through,
    }
  }

  async #catchUp(): Promise<void> {
    try {
      for (let isFurther = true; isFurther && this.#position < this.#target; ) {
        const before = this.#position
        this.#step = this.#readOn()
        await this.#step
        isFurther = this.#position > before
      }
    } catch (error) {
      // The next look tries again.
      this.#logger.warn({ error, organizationId: this.#organizationId }, 'reading the event log failed')
    } finally {
      this.#step = undefined
    }
  }

  async #readOn(): Promise<void> {
    const events = await readEvents(this.#db, this.#organizationId, this.#position, BATCH_SIZE)
    for (const event of events) this.#deliver(event)
  }

  #deliver(event: LoggedEvent): void {
    this.#onEvent(event)
    this.#position = event.id
    this.#recent.push(event)
    // Cut in one go, so that the cost of moving the rest is spread over many events.
    if (this.#recent.length > REMEMBERED_EVENTS * 1.25)
      this.#recent.splice(0, this.#recent.length - REMEMBERED_EVENTS)
    const concerned =
      event.audience === null || event.reach !== 'audience'
        ? this.#waiters.keys()
        : [...event.audience, EVERYTHING]
    for (const userId of concerned) {
      for (const waiter of this.#waiters.get(userId) ?? []) {
        if (!concerns(waiter.reader, event)) continue
        this.stopWaiting(waiter)
        waiter.wake(event.id - 1)
      }
    }
  }
}

function keyOf({ wholeLog, userId }: EventReader): number {
  return wholeLog ? EVERYTHING : userId
}
