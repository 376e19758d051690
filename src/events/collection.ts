import sql from 'sql-template-tag'
import { queueTiming } from '../contract/server.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../logger.ts'
import type { Polls } from './polls.ts'
import type { QueueTouches } from './queue-touches.ts'

/** Seconds by which a queue outlives its idle timeout: more than a touch can be late. */
const SLACK_SECONDS = 60
/**
 * Seconds for which the log keeps an event. A queue that is idle for as long as any may be, and its
 * slack, still finds everything.
 */
const EVENT_LIFETIME_SECONDS = queueTiming.idleTimeoutMaximumSeconds + 3600
/** Seconds for which the first answer to a request is kept under its client's key. */
const KEY_LIFETIME_SECONDS = 86_400
/** Events that one statement deletes. */
const PRUNED_AT_ONCE = 5000

/** In milliseconds. */
const COLLECT_INTERVAL = 60_000
const TOUCH_INTERVAL = 10_000
/** Reads of a queue that last longer are noted, over and over: the queue is in use. */
const LONG_READ = 40_000

/**
 * Removes what nobody will ask for again: queues that their clients left, the events that no queue
 * can reach, and first answers to requests of long ago. Several nodes on one database may do it at the same time.
 */
export class Collection {
  readonly #db: Database
  readonly #logger: Logger
  readonly #polls: Polls
  readonly #queueTouches: QueueTouches
  readonly #timers: readonly NodeJS.Timeout[]
  #running: Promise<void> = Promise.resolve()

  constructor(db: Database, logger: Logger, polls: Polls, queueTouches: QueueTouches) {
    this.#db = db
    this.#logger = logger
    this.#polls = polls
    this.#queueTouches = queueTouches
    this.#timers = [
      setInterval(() => this.touchLongReads(), TOUCH_INTERVAL),
      setInterval(() => this.#run(), COLLECT_INTERVAL),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /**
   * Deletes the queues that were not read for their idle timeout.
   *
   * @returns how many
   */
  async collectQueues(): Promise<number> {
    // A row that is being touched is in use: skipping it also keeps this from waiting in a circle.
    const collected = await this.#db.query(sql`
      DELETE FROM event_queue WHERE id IN (
        SELECT id FROM event_queue
        WHERE last_seen_at + make_interval(secs => idle_timeout_seconds + ${SLACK_SECONDS}) < now()
        FOR UPDATE SKIP LOCKED
      ) RETURNING id`)
    return collected.length
  }

  /**
   * Deletes the events that are past their lifetime, oldest first: what is left of each log has no
   * gaps. Leaves it to another node that is at it already.
   *
   * @returns how many
   */
  async pruneEvents(): Promise<number> {
    let total = 0
    for (;;) {
      const pruned = await this.#pruneSome()
      total += pruned
      if (pruned < PRUNED_AT_ONCE) return total
    }
  }

  async #pruneSome(): Promise<number> {
    return this.#db.transaction('read committed', async (tx) => {
      const [turn] = await tx.query<{ mine: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(hashtext('parley event log pruning')) AS mine`,
      )
      if (!turn?.mine) return 0
      // Ids follow commits and times follow beginnings, so that an event can have a smaller id than
      // an older one. It goes with it, minutes before its time, and the log stays without gaps.
      const pruned = await tx.query(sql`
        WITH old AS (
          SELECT organization_id, id FROM event
          WHERE created_at < now() - make_interval(secs => ${EVENT_LIFETIME_SECONDS})
          ORDER BY created_at LIMIT ${PRUNED_AT_ONCE}
        ), edge AS (
          SELECT organization_id, max(id) AS id FROM old GROUP BY organization_id
        )
        DELETE FROM event USING edge
        WHERE event.organization_id = edge.organization_id AND event.id <= edge.id
        RETURNING event.id`)
      return pruned.length
    })
  }

  /**
   * Forgets the first answers that were kept for a day (idempotency/once.ts).
   *
   * @returns how many
   */
  async collectKeys(): Promise<number> {
    const collected = await this.#db.query(sql`
      DELETE FROM idempotency_key WHERE created_at < now() - make_interval(secs => ${KEY_LIFETIME_SECONDS})
      RETURNING key`)
    return collected.length
  }

  /** Notes the queues that have been read for a while without an end: subscriptions, mostly. */
  touchLongReads(longerThan = LONG_READ): void {
    // Acknowledges nothing: only the time counts.
    for (const queueId of this.#polls.heldFor(longerThan)) this.#queueTouches.note(queueId, 0)
  }

  #run(): void {
    this.#running = this.#running
      .then(async () => {
        const queues = await this.collectQueues()
        const events = await this.pruneEvents()
        const keys = await this.collectKeys()
        if (queues + events + keys > 0)
          this.#logger.debug({ queues, events, keys }, 'collected what was idle')
      })
      .catch((error: unknown) => this.#logger.warn({ error }, 'collecting what is idle failed'))
  }

  /** Ends when nothing is being collected any more. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#running
  }
}
