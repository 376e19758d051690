import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { Logger } from '../logger.ts'

/** How long a touch may wait to be written, in milliseconds. */
const WRITE_INTERVAL = 1000

/**
 * Writes down which queues were polled and how far they acknowledged, many at a time. What a crash
 * loses here loses nothing for a client: it names its own position with every poll, and a queue's
 * lifetime is counted with more slack than the second that can be missing.
 */
export class QueueTouches {
  readonly #db: Database
  readonly #logger: Logger
  readonly #timer: NodeJS.Timeout
  #pending = new Map<string, number>()

  constructor(db: Database, logger: Logger) {
    this.#db = db
    this.#logger = logger
    this.#timer = setInterval(() => void this.flush(), WRITE_INTERVAL)
    this.#timer.unref()
  }

  /** Notes that a queue is in use and that its client has everything up to `acknowledgedId`. */
  note(queueId: string, acknowledgedId: number): void {
    this.#pending.set(queueId, Math.max(acknowledgedId, this.#pending.get(queueId) ?? 0))
  }

  /** Writes what is noted. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const touches = [...this.#pending]
    this.#pending = new Map()
    try {
      await this.#db.query(sql`
        UPDATE event_queue SET last_seen_at = now(),
          acknowledged_id = greatest(event_queue.acknowledged_id, touch.acknowledged_id)
        FROM unnest(${touches.map(([id]) => id)}::uuid[], ${touches.map(([, acknowledged]) => acknowledged)}::bigint[])
          AS touch(id, acknowledged_id)
        WHERE event_queue.id = touch.id`)
    } catch (error) {
      for (const [id, acknowledged] of touches) this.note(id, acknowledged)
      this.#logger.warn({ error }, 'writing the last use of event queues failed')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
