import sql from 'sql-template-tag'
import { queueTiming } from '../contract/server.ts'
import type { Database } from '../database/database.ts'

/** Seconds by which a queue outlives its idle timeout: more than a touch can be late. */
const SLACK_SECONDS = 60
/**
 * Seconds for which the log keeps an event. A queue that is idle for as long as any may be, and its
 * slack, still finds everything.
 */
const EVENT_LIFETIME_SECONDS = queueTiming.idleTimeoutMaximumSeconds + 3600
/** Events that one statement deletes. */
const PRUNED_AT_ONCE = 5000

/**
 * Removes what nobody will ask for again: queues that their clients left, and the events that no queue
 * can reach. Several nodes on one database may do it at the same time, though its job runs on one
 * (jobs/jobs.ts).
 */
export class Collection {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
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
}
