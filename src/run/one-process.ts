import type { Config } from '../config.ts'
import { createCore } from '../core.ts'
import type { Database } from '../database/database.ts'
import { announceRestart } from '../events/restart.ts'
import { firstStart } from '../first-start.ts'
import { declareJobs } from '../jobs/jobs.ts'
import { createLogger } from '../logger.ts'
import { startServer } from '../server.ts'
import { welcomeText } from '../welcome-text.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Runs the server in this process until a signal ends it. */
export async function runOneProcess(config: Config, db: Database): Promise<void> {
  const logger = createLogger(config.logLevel)
  try {
    const first = await firstStart(db, config)
    const startedAt = Math.floor(Date.now() / 1000)
    await announceRestart(db, startedAt)
    const core = createCore(config, db, logger, startedAt)
    const running = await startServer(core, declareJobs(core))
    stopOnSignals(() => running.stop(), logger)
    process.stdout.write(welcomeText(config, first))
  } catch (error) {
    await db.close()
    throw error
  }
}
