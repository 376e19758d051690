import type { Config } from '../config.ts'
import { createCore } from '../core.ts'
import type { Database } from '../database/database.ts'
import { declareJobs } from '../jobs/jobs.ts'
import { createLogger } from '../logger.ts'
import { startServer } from '../server.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** One of several processes that share the port: their database is prepared already. */
export async function runWorker(config: Config, db: Database): Promise<void> {
  const logger = createLogger(config.logLevel)
  const core = createCore(config, db, logger)
  const running = await startServer(core, declareJobs(core))
  stopOnSignals(() => running.stop(), logger)
}
