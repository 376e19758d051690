import type PgBoss from 'pg-boss'
import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { withoutFrame } from './job-statements.ts'
import type { Job } from './jobs.ts'

/** Times that a job which failed or expired is tried again, before it waits until it is due the next time. */
const RETRIES = 2
/** Of a queue: at most one job waits, and at most one is being done. */
const ONE_AT_A_TIME = 'stately'
/** Through this queue of its own pg-boss passes jobs that are due. It would make it where nodes are at work. */
const DUE = '__pgboss__send-it'

/** The class, loaded by whoever runs jobs. */
type Boss = new (options: PgBoss.ConstructorOptions) => PgBoss

/**
 * Brings pg-boss's schema up to its version, and makes the queues and schedules in it those that are
 * declared: in one transaction, while no other node does.
 *
 * @param retryAfterSeconds after which a job that failed is tried again
 */
export async function declareInDatabase(
  db: Database,
  Boss: Boss,
  options: PgBoss.ConstructorOptions,
  jobs: readonly Job[],
  retryAfterSeconds: number,
): Promise<void> {
  await db.transaction('read committed', async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('parley jobs'))`)
    const boss = new Boss({
      ...options,
      db: {
        async executeSql(text, values) {
          return { rows: [...(await tx.runForeign(values ? text : withoutFrame(text), values))] }
        },
      },
      // Only prepares: nothing of it goes on after the transaction.
      schedule: false,
      supervise: false,
    })
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    if (!known.has(DUE)) await boss.createQueue(DUE)
    for (const { name, cron, oncePerSeconds, expiresAfterSeconds } of jobs) {
      const queue: PgBoss.Queue = {
        name,
        policy: ONE_AT_A_TIME,
        expireInSeconds: expiresAfterSeconds,
        retryLimit: RETRIES,
        retryDelay: retryAfterSeconds,
      }
      await (known.has(name) ? boss.updateQueue(name, queue) : boss.createQueue(name, queue))
      await boss.schedule(name, cron, undefined, oncePerSeconds ? { singletonSeconds: oncePerSeconds } : {})
    }
    const names = new Set(jobs.map(({ name }) => name))
    for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
  })
}
