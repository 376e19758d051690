import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AdapterFactory, openSchemaEngine } from './schema-engine.ts'

const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/** Reads the migrations of this version, in the form that the schema engine takes them. */
async function readMigrations() {
  const entries = await readdir(migrationsFolder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  )
  const lockfile = await readFile(join(migrationsFolder, 'migration_lock.toml'), 'utf8')
  return {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: lockfile },
    shadowDbInitScript: '',
    migrationDirectories,
  }
}

/**
 * Brings the database up to this version's schema.
 *
 * @returns the names of the migrations that were applied now, oldest first
 * @throws when a migration fails, or when the database has migrations that this version lacks
 */
export async function migrate(adapter: AdapterFactory): Promise<string[]> {
  const engine = await openSchemaEngine(adapter)
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: await readMigrations(),
      filters: { externalTables: [], externalEnums: [] },
    })
    return appliedMigrationNames
  } finally {
    engine.free()
  }
}
