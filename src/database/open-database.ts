import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { openPglite } from './pglite.ts'
import { checkPostgres, openPostgres } from './postgres.ts'

/**
 * Opens the database that the configuration names and brings it up to this version's schema.
 *
 * @throws ConfigError when it cannot be used
 */
export async function openDatabase(config: Config): Promise<Database> {
  const db = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataFolder)
  try {
    await db.migrate()
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}

async function openServer(url: string): Promise<Database> {
  try {
    await checkPostgres(url)
  } catch (error) {
    const { hostname, port, pathname } = new URL(url)
    const place = `"${decodeURIComponent(pathname.slice(1))}" at ${hostname}:${port || 5432}`
    throw new ConfigError(`DATABASE_URL is wrong: the database ${place} cannot be used (${reasonOf(error)}).`)
  }
  return openPostgres(url)
}

/** A connection that was tried at several addresses fails with an error that says nothing by itself. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code || String(error)
}

async function openEmbedded(dataFolder: string): Promise<Database> {
  const folder = join(dataFolder, 'database')
  const unlock = await takeFolder(dataFolder, folder)
  try {
    const db = await openPglite(folder)
    return {
      ...db,
      async close() {
        await db.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function takeFolder(dataFolder: string, folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true })
    return await lockFolder(join(dataFolder, 'database.lock'))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`PARLEY_DATA is wrong: its folder cannot be used (${reasonOf(error)}).`)
  }
}
