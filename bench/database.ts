import pg from 'pg'
import { databaseUrl, runOn } from '../test/support/database-image.ts'

const server = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

let made = 0

/** Makes a database for one benchmark and drops it afterwards. */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `parley_bench_${process.pid}_${++made}`
  await runOn(server, `CREATE DATABASE ${name}`)
  try {
    await work(databaseUrl(server, name))
  } finally {
    await runOn(server, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

/** A plain pool, for the baselines. */
export function plainPool(url: string, connections = 16): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  // Connections may still be closing when the database is dropped; the pool would end the process for it.
  pool.on('error', () => {})
  return pool
}
