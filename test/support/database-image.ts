import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/database/migrate.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import type { AdapterFactory } from '../../src/database/schema-engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database to copy: a file for PGlite, or a database's name on the server. */
    databaseImage: string
  }
}

/** The PostgreSQL server to test on; without it the tests run on PGlite. */
export const testServerUrl = process.env.TEST_DATABASE_URL

/** Makes the database that every test file copies: migrating once is faster than migrating each. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return testServerUrl ? setupPostgres(project, testServerUrl) : setupPglite(project)
}

async function setupPglite(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  const database = await PGlite.create()
  await migrate(new PrismaPGlite(database) as unknown as AdapterFactory)
  const image = await database.dumpDataDir('none')
  await writeFile(join(folder, 'image.tar'), Buffer.from(await image.arrayBuffer()))
  await database.close()
  project.provide('databaseImage', join(folder, 'image.tar'))
  return () => rm(folder, { recursive: true })
}

async function setupPostgres(project: TestProject, url: string): Promise<() => Promise<void>> {
  const name = `parley_test_${process.pid}`
  await runOn(url, `CREATE DATABASE ${name}`)
  const database = openPostgres(databaseUrl(url, name))
  await database.migrate()
  await database.close()
  project.provide('databaseImage', name)
  return () => runOn(url, `DROP DATABASE ${name} WITH (FORCE)`)
}

/** The address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs one statement on a connection of its own. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
