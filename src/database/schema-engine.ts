import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'

/** What both database adapters are to the engine that applies and compares schemas. */
export type AdapterFactory = SqlMigrationAwareDriverAdapterFactory

/** The part of the package's bindings that its type declarations leave out. */
interface Bindings {
  __wbg_set_wasm(exports: WebAssembly.Exports): void
  SchemaEngine: { new: (options: object, log: () => void, adapter: object) => Promise<SchemaEngine> }
}

// The bindings keep views of one module's memory, so a process has one instance for all engines.
let loading: Promise<Bindings> | undefined

async function loadBindings(): Promise<Bindings> {
  // The package's main entry imports the .wasm file as an ES module, which Node does only behind
  // a flag; so the module is instantiated here, with the bindings that the package ships.
  const bindings = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as unknown as Bindings
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const bytes = await readFile(join(packageFolder, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start as () => void
  start()
  return bindings
}

/**
 * Prisma's schema engine as a WebAssembly module, connected through a driver adapter: it applies
 * migrations and compares schemas without a native binary, in the same way on PGlite and on
 * PostgreSQL.
 */
export async function openSchemaEngine(adapter: AdapterFactory): Promise<SchemaEngine> {
  loading ??= loadBindings()
  const { SchemaEngine } = await loading
  return SchemaEngine.new({}, () => {}, bindMigrationAwareSqlAdapterFactory(adapter))
}
