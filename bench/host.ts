import type pg from 'pg'
import { type Config, readConfig } from '../src/config.ts'
import { type Core, createCore } from '../src/core.ts'
import { openPostgres } from '../src/database/postgres.ts'
import { createLogger } from '../src/logger.ts'
import { startServer } from '../src/server.ts'
import { plainPool, withDatabase } from './database.ts'

/** A server to measure, in this process, and a plain pool on its database for the baselines. */
export interface Host {
  /** The database's address. */
  readonly url: string
  readonly config: Config
  readonly core: Core
  readonly port: number
  readonly pool: pg.Pool
}

/** Starts a server on a database of its own, and removes both afterwards. */
export async function withHost(work: (host: Host) => Promise<void>): Promise<void> {
  await withDatabase(async (url) => {
    const config = readConfig({ PORT: '0', DATABASE_URL: url, PARLEY_LOG: 'error', PARLEY_RATE_LIMIT: '0' })
    const db = openPostgres(url)
    await db.migrate()
    const core = createCore(config, db, createLogger(config.logLevel))
    const running = await startServer(core)
    const pool = plainPool(url)
    try {
      await work({ url, config, core, port: running.port, pool })
    } finally {
      await pool.end()
      await running.stop()
    }
  })
}
