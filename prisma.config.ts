import { defineConfig } from 'prisma/config'

// `prisma generate` insists on having a schema-engine binary that it never runs; naming any
// executable keeps it from downloading one. Migrations use the WASM build (src/database/migrate.ts).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } })
