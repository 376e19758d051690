import type { Database } from '../database/database.ts'
import type { Logger } from '../logger.ts'
import { declareInDatabase } from './declare-in-database.ts'
import { JobStatements } from './job-statements.ts'
import type { Job } from './jobs.ts'

/** When a node does what, in seconds. */
export interface Pace {
  /** It begins so long after the start, which has better things to do, and again after that failed. */
  readonly begin: number
  /** It looks so often for jobs that are due, of each name. */
  readonly look: number
  /** It looks so often for jobs of dead nodes, and for done ones that are to be forgotten. */
  readonly tidy: number
  /** A job that failed is tried again after this time. */
  readonly retry: number
}

const PACE: Pace = { begin: 5, look: 20, tidy: 60, retry: 60 }

/** Seconds for which done jobs are kept: as long as `oncePerSeconds` may be, and a while. */
const KEPT_DONE = 86_400 + 3600
const KEPT_ARCHIVED = 3600

/** Something that can be stopped. */
export interface JobRunner {
  /** Takes no more jobs and ends when the one that runs here is done. */
  stop(): Promise<void>
}

/**
 * Takes part in doing the jobs, soon. Those that are due are in the database (schema `pgboss`, made when it is
 * missing), and whichever node looks first does them. What goes wrong is logged and tried again.
 */
export function runJobs(db: Database, logger: Logger, jobs: readonly Job[], pace = PACE): JobRunner {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let part: Promise<JobRunner | undefined> | undefined
  const beginSoon = (): void => {
    timer = setTimeout(() => {
      part = takePart(db, logger, jobs, pace).catch((error: unknown) => {
        logger.warn({ error }, 'the jobs could not be begun')
        if (!stopped) beginSoon()
        return undefined
      })
    }, pace.begin * 1000)
    timer.unref()
  }
  beginSoon()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await (await part)?.stop()
    },
  }
}

async function takePart(db: Database, logger: Logger, jobs: readonly Job[], pace: Pace): Promise<JobRunner> {
  // Loaded here, because it takes a tenth of a second in which a server could answer.
  const { default: PgBoss } = await import('pg-boss')
  const options = {
    cronWorkerIntervalSeconds: Math.ceil(pace.look),
    maintenanceIntervalSeconds: pace.tidy,
    archiveCompletedAfterSeconds: KEPT_DONE,
    deleteAfterSeconds: KEPT_ARCHIVED,
  }
  await declareInDatabase(db, PgBoss, options, jobs, pace.retry)

  const statements = new JobStatements(db, logger)
  const boss = new PgBoss({ ...options, db: statements, migrate: false })
  boss.on('error', (error) => logger.warn({ error }, 'looking for jobs failed'))
  const running = new Set<Promise<void>>()
  let stopping = false

  async function work(job: Job): Promise<void> {
    // Fetched while the node was about to stop: failed, so that another one does it.
    if (stopping) throw new Error('This node stops.')
    const done = job.work()
    const settled = done.catch((error: unknown) => logger.warn({ error, job: job.name }, 'a job failed'))
    running.add(settled)
    await done.finally(() => running.delete(settled))
  }

  await boss.start()
  for (const job of jobs) await boss.work(job.name, { pollingIntervalSeconds: pace.look }, () => work(job))
  return {
    async stop() {
      stopping = true
      // Waits as long as the longest job may take; one that takes longer still is waited for here.
      await boss.stop({ timeout: Math.max(...jobs.map((job) => job.expiresAfterSeconds)) * 1000 })
      await Promise.all(running)
      await statements.close()
    },
  }
}
