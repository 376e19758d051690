import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { Sql } from 'sql-template-tag'
import { PrismaClient } from '../generated/prisma/client.ts'
import type { Database, Transaction } from './database.ts'
import { migrate } from './migrate.ts'
import { PgliteStatements } from './pglite-statements.ts'
import { rowsFrom } from './rows.ts'
import type { AdapterFactory } from './schema-engine.ts'
import { forbidInsideTransaction, insideTransaction } from './transaction-scope.ts'

/**
 * Opens the embedded database.
 *
 * @param folder where its files live, made when missing; undefined keeps everything in memory
 * @param image a data folder's tar file to start from (PGlite's dumpDataDir), for tests
 */
export async function openPglite(folder: string | undefined, image?: Blob): Promise<Database> {
  const pglite = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(image === undefined ? {} : { loadDataDir: image }),
  })
  const adapter = new PrismaPGlite(pglite)
  const prisma = new PrismaClient({ adapter })

  const statements = new PgliteStatements(pglite)

  /** Runs a statement after the one that is running, inside of an open transaction or outside of any. */
  async function run<Row>({ text, values }: Sql): Promise<Row[]> {
    database.observer?.(text)
    const { columns, rows } = await pglite.runExclusive(() => statements.run(text, values))
    return rowsFrom<Row>(columns, rows)
  }

  async function runForeign(
    client: Pick<PGlite, 'query' | 'exec'>,
    text: string,
    values?: readonly unknown[],
  ): Promise<Record<string, unknown>[]> {
    database.observer?.(text)
    const results = values
      ? [await client.query<Record<string, unknown>>(text, [...values])]
      : await client.exec(text)
    return results.at(-1)?.rows ?? []
  }

  const database: Database = {
    kind: 'pglite',
    prisma,
    query<Row>(statement: Sql) {
      forbidInsideTransaction()
      // As PGlite's own query does it: not while a transaction is open, and on the disk with the end.
      return pglite._runExclusiveTransaction(async () => {
        const rows = await run<Row>(statement)
        await pglite.syncToFs()
        return rows
      })
    },
    transaction(_isolation, work) {
      forbidInsideTransaction()
      // One connection runs one transaction at a time, so that every isolation level holds.
      return pglite.transaction((client) => {
        const tx: Transaction = {
          isTransaction: true,
          async query<Row>(statement: Sql) {
            if (client.closed) throw new Error('The transaction is over.')
            return run<Row>(statement)
          },
          runForeign: (text, values) => runForeign(client as Pick<PGlite, 'query' | 'exec'>, text, values),
        }
        return insideTransaction(() => work(tx))
      })
    },
    async runForeign(text, values) {
      forbidInsideTransaction()
      return runForeign(pglite, text, values)
    },
    migrate: () => migrate(adapter as unknown as AdapterFactory),
    async close() {
      await prisma.$disconnect()
      await pglite.close()
    },
  }
  return database
}
