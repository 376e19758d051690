import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { PrismaClient } from '../generated/prisma/client.ts'
import type { Database, Isolation, Transaction } from './database.ts'
import { migrate } from './migrate.ts'
import { rowsFrom } from './rows.ts'
import type { AdapterFactory } from './schema-engine.ts'
import { parseTimestamp } from './timestamps.ts'
import { forbidInsideTransaction, insideTransaction } from './transaction-scope.ts'
import { type Turns, takeTurns } from './turns.ts'

const BIGINT_OID = 20
const TIMESTAMPTZ_OID = 1184

/** Statements that differ in their text beyond this many are not prepared on the server. */
const MAX_PREPARED_STATEMENTS = 500

const begin = {
  'read committed': 'BEGIN ISOLATION LEVEL READ COMMITTED',
  snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ',
} satisfies Record<Isolation, string>

const parseAnyTimestamp: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ_OID, 'text')

const ownParsers = new Map<number, (text: string) => unknown>([
  [BIGINT_OID, Number],
  [TIMESTAMPTZ_OID, (text) => parseTimestamp(text, parseAnyTimestamp)],
])

const types: pg.CustomTypesConfig = {
  // pg's own declaration names only text parsers; both formats come through here.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    ownParsers.get(oid) ??
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** Longest time to wait for a first connection, in milliseconds. */
const FIRST_CONNECTION_TIMEOUT = 10_000

/**
 * Connects once, to find out whether the address, the credentials and the database are right.
 *
 * @throws the driver's or the server's error
 */
export async function checkPostgres(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: FIRST_CONNECTION_TIMEOUT,
  })
  // What goes wrong after the answer is the next connection's affair.
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    await client.end()
  }
}

/**
 * Migrates while no other process does: whoever comes second waits, and finds nothing left to do. The
 * connections are closed afterwards, because the schema engine leaves a lock of its own on the one
 * that it used, and would keep every later process waiting.
 */
async function migrateAlone(url: string): Promise<string[]> {
  const turn = new pg.Client({ connectionString: url })
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {})
  try {
    await turn.connect()
    await turn.query("SELECT pg_advisory_lock(hashtext('parley migrations'))")
    // The two declarations of the adapter interface differ only in how strict they are about undefined.
    return await migrate(new Adapter(pool) as unknown as AdapterFactory)
  } finally {
    await pool.end()
    await turn.end()
  }
}

/** Prisma's adapter with scripts run whole: its own splits them at semicolons, also inside functions. */
class Adapter extends PrismaPg {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    super(pool)
    this.#pool = pool
  }
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script: string) => {
      await this.#pool.query(script)
    }
    return adapter
  }
}

/**
 * Opens a PostgreSQL server.
 *
 * @param url `postgres://user:password@host:port/database`
 * @param options.connections most connections to hold
 */
export function openPostgres(url: string, options: { connections?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 16,
    // Statements here take milliseconds. Recursive ones look costly to the planner, which would spend
    // seconds on compiling them; an address with options of its own has its way.
    options: '-c jit=off',
  })
  // Without a listener a connection that the server ends would end the process: the pool's own is for
  // idle connections, the client's for those at work. Their statements fail by themselves, and the
  // next one opens another connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const adapter = new Adapter(pool)
  const prisma = new PrismaClient({ adapter })
  const names = new Map<string, string>()

  /** A text's name as a prepared statement: planned once per connection. */
  function preparedName(text: string): string | undefined {
    let name = names.get(text)
    if (name === undefined && names.size < MAX_PREPARED_STATEMENTS) {
      name = `parley_${names.size}`
      names.set(text, name)
    }
    return name
  }

  async function run<Row>(client: pg.Pool | pg.PoolClient, statement: Sql, turns?: Turns): Promise<Row[]> {
    const text = statement.text
    database.observer?.(text)
    const config = {
      name: preparedName(text),
      text,
      values: statement.values,
      rowMode: 'array',
      types,
    } as pg.QueryArrayConfig
    const result = await (turns ? turns(() => client.query(config)) : client.query(config))
    return rowsFrom<Row>(result.fields, result.rows)
  }

  async function runForeign(
    client: pg.Pool | pg.PoolClient,
    text: string,
    values?: readonly unknown[],
  ): Promise<Record<string, unknown>[]> {
    database.observer?.(text)
    // Of several statements the driver gives several results, which its declaration leaves out.
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(text, values && [...values])
    return [results].flat().at(-1)?.rows ?? []
  }

  const database: Database = {
    kind: 'postgres',
    prisma,
    query: (statement) => {
      forbidInsideTransaction()
      return run(pool, statement)
    },
    async transaction(isolation, work) {
      forbidInsideTransaction()
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query(begin[isolation])
        const turns = takeTurns()
        const tx: Transaction = {
          isTransaction: true,
          query: (statement) => run(client, statement, turns),
          runForeign: (text, values) => turns(() => runForeign(client, text, values)),
        }
        const result = await insideTransaction(() => work(tx))
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    async runForeign(text, values) {
      forbidInsideTransaction()
      return runForeign(pool, text, values)
    },
    migrate: () => migrateAlone(url),
    async close() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
  return database
}
