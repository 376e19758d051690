import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import { type Core, createCore } from '../../src/core.ts'
import type { Database } from '../../src/database/database.ts'
import { openPglite } from '../../src/database/pglite.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import type { Internet } from '../../src/external-content/internet.ts'
import { createLogger } from '../../src/logger.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { databaseUrl, runOn, testServerUrl } from './database-image.ts'

/** A server of one test file, on a database of its own. Every test makes its own organization. */
export interface TestServer {
  readonly core: Core
  readonly port: number
  /** Where mail comes in, for tests that set PARLEY_MAIL_PORT. */
  readonly mailPort: number
  /** Where uploaded files are kept, unless the environment names a bucket. */
  readonly folder: string
  /** Another server process's worth of core on the same database, its environment but for `env`; PostgreSQL only. */
  startAnotherNode(env?: Readonly<Record<string, string>>): Promise<TestNode>
}

export interface TestNode {
  readonly core: Core
  readonly port: number
  readonly mailPort: number
  stop(): Promise<void>
}

/** Whether the tests run on a PostgreSQL server, where several connections and nodes are possible. */
export const onPostgres = testServerUrl !== undefined

const environment = {
  HOST: '127.0.0.1',
  PORT: '0',
  PARLEY_LOG: process.env.PARLEY_LOG ?? 'error',
  // A test does in a second what a person does in an hour.
  PARLEY_RATE_LIMIT: '0',
}

async function startOn(db: Database, config: Config, internet?: Internet): Promise<TestNode> {
  const core = createCore(config, db, createLogger(config.logLevel), undefined, internet)
  const running: RunningServer = await startServer(core)
  return { core, port: running.port, mailPort: running.mailPort ?? 0, stop: () => running.stop() }
}

/**
 * Starts a server before the file's tests and stops it after them.
 *
 * @param env more of the environment, such as PARLEY_MODE
 * @param createDatabase gives the address of an empty database to use instead of the tests' own
 * @param internet where other servers are
 */
export function testServer(
  env: Readonly<Record<string, string>> = {},
  createDatabase?: () => Promise<string>,
  internet?: Internet,
): TestServer {
  let node: TestNode | undefined
  const others: TestNode[] = []
  let cleanUp = async (): Promise<void> => {}
  let url: string | undefined
  // Made by the server when it comes to keep a file there.
  const folder = join(tmpdir(), `parley-test-${randomBytes(6).toString('hex')}`)
  const settings = { ...environment, PARLEY_DATA: folder, ...env }

  beforeAll(async () => {
    const image = inject('databaseImage')
    if (createDatabase) {
      url = await createDatabase()
      const db = openPostgres(url, { connections: 10 })
      await db.migrate()
      node = await startOn(db, readConfig({ ...settings, DATABASE_URL: url }), internet)
    } else if (testServerUrl) {
      const name = `${image}_${randomBytes(6).toString('hex')}`
      await runOn(testServerUrl, `CREATE DATABASE ${name} TEMPLATE ${image}`)
      url = databaseUrl(testServerUrl, name)
      cleanUp = () => runOn(testServerUrl ?? '', `DROP DATABASE ${name} WITH (FORCE)`)
      const config = readConfig({ ...settings, DATABASE_URL: url })
      node = await startOn(openPostgres(url, { connections: 10 }), config, internet)
    } else {
      const db = await openPglite(undefined, new Blob([new Uint8Array(await readFile(image))]))
      node = await startOn(db, readConfig(settings), internet)
    }
  })

  afterAll(async () => {
    for (const other of others) await other.stop()
    await node?.stop()
    await cleanUp()
    await rm(folder, { recursive: true, force: true })
  })

  const started = (): TestNode => {
    if (!node) throw new Error('The server starts before the first test, not earlier.')
    return node
  }

  return {
    folder,
    get core() {
      return started().core
    },
    get port() {
      return started().port
    },
    get mailPort() {
      return started().mailPort
    },
    async startAnotherNode(more = {}) {
      if (!url) throw new Error('Only PostgreSQL serves several nodes.')
      const config = readConfig({ ...settings, DATABASE_URL: url, ...more })
      const other = await startOn(openPostgres(url, { connections: 10 }), config, internet)
      others.push(other)
      return other
    },
  }
}
