import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { migrate } from '../src/database/migrate.ts'
import { type AdapterFactory, openSchemaEngine } from '../src/database/schema-engine.ts'

// Applies the migrations to an empty database and compares it with the Prisma schema. With --write,
// prints the SQL that a next migration would need.
const folder = fileURLToPath(new URL('../prisma/schema/', import.meta.url))
const files = await Promise.all(
  (await readdir(folder)).map(async (name) => ({
    path: name,
    content: await readFile(folder + name, 'utf8'),
  })),
)
const database = await PGlite.create()
const adapter = new PrismaPGlite(database) as unknown as AdapterFactory
await migrate(adapter)
const engine = await openSchemaEngine(adapter)
const difference = await engine.diff({
  from: { tag: 'schemaDatasource', files, configDir: process.cwd() },
  to: { tag: 'schemaDatamodel', files },
  script: true,
  exitCode: true,
  filters: { externalTables: [], externalEnums: [] },
})
await database.close()
if (difference.exitCode === 0) {
  console.log('The migrations make what the Prisma schema says.')
} else if (process.argv.includes('--write')) {
  console.log(difference.stdout)
} else {
  console.error(`The migrations and the Prisma schema differ:\n${difference.stdout}`)
  process.exit(1)
}
