import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { announceRestart } from '../events/restart.ts'
import { firstStart } from '../first-start.ts'
import { createLogger } from '../logger.ts'
import { welcomeText } from '../welcome-text.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** A worker that ends by itself is replaced after this time, in milliseconds. */
const REPLACE_AFTER = 500

/** Prepares the database and leaves it, then runs the server in several processes that share the port. */
export async function runWorkers(config: Config, db: Database, count: number): Promise<void> {
  const logger = createLogger(config.logLevel)
  const first = await firstStart(db, config)
  await announceRestart(db, Math.floor(Date.now() / 1000))
  await db.close()

  let stopping = false
  const running = new Set<Worker>()
  const startWorker = async (): Promise<void> => {
    const worker = cluster.fork()
    running.add(worker)
    await new Promise<void>((resolve, reject) => {
      worker.once('listening', () => resolve())
      worker.once('exit', (code, signal) => {
        running.delete(worker)
        // Of one that has listened before, nobody waits for this any more.
        reject(new Error(`a worker ended with ${signal ?? code} before it could listen`))
      })
    })
    worker.once('exit', () => void replace())
  }
  const replace = async (): Promise<void> => {
    if (stopping) return
    logger.error({}, 'a worker ended and is replaced')
    await sleep(REPLACE_AFTER)
    if (!stopping) await startWorker().catch(replace)
  }
  await Promise.all(Array.from({ length: count }, startWorker))

  stopOnSignals(async () => {
    stopping = true
    const ended = [...running].map(
      (worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve())),
    )
    for (const worker of running) worker.process.kill('SIGTERM')
    await Promise.all(ended)
  }, logger)
  process.stdout.write(welcomeText(config, first))
}
