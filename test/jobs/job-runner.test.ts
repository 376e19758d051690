import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { type JobRunner, runJobs } from '../../src/jobs/job-runner.ts'
import { declareJobs, type Job } from '../../src/jobs/jobs.ts'
import { createLogger } from '../../src/logger.ts'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()
const pace = { begin: 0, look: 0.5, tidy: 1, retry: 0 }
const runners: JobRunner[] = []
const soon = { timeout: 20_000 }

beforeEach(() => server.core.db.runForeign('DROP SCHEMA IF EXISTS pgboss CASCADE'))

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
})

function run(jobs: readonly Job[], db: Database = server.core.db): JobRunner {
  const runner = runJobs(db, createLogger('silent'), jobs, pace)
  runners.push(runner)
  return runner
}

/** A job that is due at once, every minute, and counts how often it was begun. */
function counted(work: () => Promise<void> = async () => {}, more: Partial<Job> = {}) {
  const job = {
    name: 'counted',
    cron: '* * * * *',
    expiresAfterSeconds: 600,
    begun: 0,
    async work() {
      job.begun += 1
      await work()
    },
    ...more,
  }
  return job
}

/** Something to wait for, and the door to it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** What state the jobs of a name are in. */
async function states(name = 'counted'): Promise<unknown[]> {
  const rows = await server.core.db.runForeign(
    'SELECT state FROM pgboss.job WHERE name = $1 ORDER BY state',
    [name],
  )
  return rows.map(({ state }) => state)
}

const SENDING = '__pgboss__send-it'

/** As if the last time that jobs were due was long ago; ends when this has been noticed. */
async function becomeDue(): Promise<void> {
  await server.core.db.runForeign(
    `DELETE FROM pgboss.job WHERE name = '${SENDING}'; UPDATE pgboss.version SET cron_on = NULL`,
  )
}

describe('The jobs of a server', () => {
  it('are in the database, and are done', async () => {
    const people = await cast(server)
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    await server.core.queueTouches.flush()
    await server.core.db.query(
      sql`UPDATE event_queue SET last_seen_at = now() - interval '1 day' WHERE id = ${queue.id}::uuid`,
    )
    run(declareJobs(server.core))
    const left = () => server.core.db.query(sql`SELECT id FROM event_queue WHERE id = ${queue.id}::uuid`)
    await expect.poll(left, soon).toEqual([])
    await expect.poll(() => states('collection'), soon).toEqual(['completed'])
    const schedules = await server.core.db.runForeign('SELECT name, cron FROM pgboss.schedule ORDER BY name')
    expect(schedules).toEqual([
      { name: 'collection', cron: '* * * * *' },
      { name: 'daily-work', cron: '*/10 * * * *' },
      { name: 'full-members', cron: '* * * * *' },
    ])
  })

  it('are those that are declared: what is gone is no longer due, what changed is changed', async () => {
    const declared = () =>
      server.core.db
        .runForeign('SELECT name, cron, expire_seconds FROM pgboss.schedule JOIN pgboss.queue USING (name)')
        .catch(() => [])
    const first = run([counted(), counted(undefined, { name: 'old' })])
    await expect.poll(declared, soon).toHaveLength(2)
    await first.stop()
    run([counted(undefined, { expiresAfterSeconds: 60, cron: '0 0 * * *' })])
    await expect.poll(declared, soon).toEqual([{ name: 'counted', cron: '0 0 * * *', expire_seconds: 60 }])
  })
})

describe('A job', () => {
  it('that is done once a day is not done again after the next start', async () => {
    const job = counted(undefined, { oncePerSeconds: 86_400 })
    const first = run([job])
    await expect.poll(states, soon).toEqual(['completed'])
    await first.stop()
    await becomeDue()
    run([job])
    await expect.poll(() => states(SENDING), soon).toEqual(['completed'])
    expect(await states()).toEqual(['completed'])
    expect(job.begun).toBe(1)
  })

  it('whose node died is done by another one when it has expired', async () => {
    const job = counted()
    run([job])
    await expect.poll(states, soon).toEqual(['completed'])
    await server.core.db.runForeign(
      "UPDATE pgboss.job SET state = 'active', completed_on = NULL, started_on = now() - interval '599 seconds' WHERE name = 'counted'",
    )
    await expect.poll(() => job.begun, soon).toBe(2)
    await expect.poll(states, soon).toEqual(['completed'])
  })

  it('that fails is tried again twice', async () => {
    const job = counted(() => Promise.reject(new Error('No.')))
    run([job])
    await expect.poll(states, soon).toEqual(['failed'])
    expect(job.begun).toBe(3)
  })

  it('that runs ends before its node stops', async () => {
    const { opened, open } = gate()
    const job = counted(() => opened)
    const runner = run([job])
    await expect.poll(() => job.begun, soon).toBe(1)
    const stopped = runner.stop()
    expect(await states()).toEqual(['active'])
    open()
    await stopped
    expect(await states()).toEqual(['completed'])
  })

  it('that ends while the database is away does no harm, and is done again', async () => {
    const { opened, open } = gate()
    const job = counted(() => opened)
    let away = false
    const { db } = server.core
    let failures = 0
    run([job], {
      ...db,
      runForeign: (...statement) => {
        if (!away) return db.runForeign(...statement)
        failures += 1
        return Promise.reject(new Error('The database is away.'))
      },
    })
    await expect.poll(() => job.begun, soon).toBe(1)
    away = true
    open()
    await expect.poll(() => failures, soon).toBeGreaterThan(3)
    away = false
    expect(await states()).toEqual(['active'])
    await server.core.db.runForeign(
      "UPDATE pgboss.job SET started_on = now() - interval '599 seconds' WHERE name = 'counted'",
    )
    await expect.poll(states, soon).toEqual(['completed'])
    expect(job.begun).toBe(2)
  })
})

describe.runIf(onPostgres)('Two nodes', () => {
  it('that start at the same moment do a job that is due once, and never two of a kind at a time', async () => {
    const other = await server.startAnotherNode()
    const { opened, open } = gate()
    const [here, there] = [counted(() => opened), counted(() => opened)]
    let looks = 0
    const watched = (db: Database): Database => ({
      ...db,
      runForeign(text, values) {
        if (text.includes('SKIP LOCKED') && values?.[0] === 'counted') looks += 1
        return db.runForeign(text, values)
      },
    })
    run([here], watched(server.core.db))
    run([there], watched(other.core.db))
    await expect.poll(() => here.begun + there.begun, soon).toBe(1)
    await server.core.db.runForeign(
      "INSERT INTO pgboss.job (name, policy, expire_in) VALUES ('counted', 'stately', '10 minutes')",
    )
    // The idle one looks on; the other one is busy.
    const before = looks
    await expect.poll(() => looks, soon).toBeGreaterThan(before + 2)
    expect(here.begun + there.begun).toBe(1)
    expect(await states()).toEqual(['created', 'active'])
    open()
    await expect.poll(states, soon).toEqual(['completed', 'completed'])
    expect(here.begun + there.begun).toBe(2)
  })
})
