import { readConfig } from '../../src/config.ts'
import { createCore } from '../../src/core.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { createLogger } from '../../src/logger.ts'
import { startServer } from '../../src/server.ts'
import { seed } from '../seed.ts'
import { reportMemory } from './memory.ts'

// A server on a database that the parent process made, in a process of its own: memory is measured here.

const [folder = '.', url = ''] = process.argv.slice(2)
const config = readConfig({
  PORT: '0',
  DATABASE_URL: url,
  PARLEY_LOG: 'error',
  PARLEY_DATA: folder,
  PARLEY_RATE_LIMIT: '0',
})
const db = openPostgres(url)
await db.migrate()
const core = createCore(config, db, createLogger(config.logLevel))
const { authorization } = await seed(core, { subscribers: 2, messages: 0 })
const { port } = await startServer(core)
reportMemory()
process.send?.({ port, authorization })
