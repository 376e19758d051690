import type { Database } from '../database/database.ts'
import type { Logger } from '../logger.ts'
import { type LoggedEvent, lastEventIds } from './log.ts'
import { LogTail } from './tail.ts'

/** How long a lost wake-up can delay an event, in milliseconds. */
const LOOK_INTERVAL = 1000

/**
 * One per process: reads each active organization's log once for all its readers. A reader holds a
 * cursor, not a buffer.
 */
export class EventHub {
  readonly #db: Database
  readonly #logger: Logger
  readonly #onEvent: (event: LoggedEvent, organizationId: number) => void
  readonly #tails = new Map<number, Promise<LogTail>>()
  readonly #timer: NodeJS.Timeout

  /** @param onEvent is told of every event of the logs that are followed */
  constructor(db: Database, logger: Logger, onEvent: (event: LoggedEvent, organizationId: number) => void) {
    this.#db = db
    this.#logger = logger
    this.#onEvent = onEvent
    this.#timer = setInterval(() => void this.#look(), LOOK_INTERVAL)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Tells the hub that the organization's log reaches `eventId`; cheap, and safe to call twice. */
  wake(organizationId: number, eventId: number): void {
    // What fails to open tells whoever asked for it.
    this.#tails.get(organizationId)?.then(
      (tail) => tail.advanceTo(eventId),
      () => {},
    )
  }

  /** The end of an organization's log, followed from the first time that somebody asks for it. */
  tail(organizationId: number): Promise<LogTail> {
    let tail = this.#tails.get(organizationId)
    if (!tail) {
      tail = this.#open(organizationId)
      this.#tails.set(organizationId, tail)
      tail.catch(() => this.#tails.delete(organizationId))
    }
    return tail
  }

  async #open(organizationId: number): Promise<LogTail> {
    const position = (await lastEventIds(this.#db, [organizationId])).get(organizationId) ?? 0
    const onEvent = (event: LoggedEvent) => this.#onEvent(event, organizationId)
    return new LogTail(this.#db, this.#logger, organizationId, position, onEvent)
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
