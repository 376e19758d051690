import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Opens the database that the configuration names and brings it up to this version's schema. */
export async function openDatabase(config: Config): Promise<Database> {
  const db = config.databaseUrl ? openPostgres(config.databaseUrl) : await openEmbedded(config.dataFolder)
  await db.migrate()
  return db
}

async function openEmbedded(dataFolder: string): Promise<Database> {
  const folder = join(dataFolder, 'database')
  await mkdir(folder, { recursive: true })
  return openPglite(folder)
}
