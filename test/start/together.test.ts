import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { freePort } from '../support/process.ts'
import { onPostgres } from '../support/server.ts'
import { startPlace } from '../support/start.ts'

describe.runIf(onPostgres)('processes that start at once on an empty PostgreSQL database', () => {
  it('make one organization, and only one of them prints its secrets', async () => {
    const place = await startPlace()
    const ports = [await freePort(), await freePort(), await freePort()]
    const servers = ports.map((port) =>
      place.process({ PORT: String(port), PARLEY_DATA: join(place.folder, String(port)) }),
    )
    await Promise.all(servers.map((server) => server.start()))
    const secretive = servers.map(({ output }) => output.includes('API key'))
    expect(secretive.filter(Boolean)).toHaveLength(1)

    const client = new pg.Client({ connectionString: place.env.DATABASE_URL })
    await client.connect()
    const count = async (what: string) =>
      Number((await client.query(`SELECT count(*) FROM ${what}`)).rows[0].count)
    expect(await count('organization WHERE subdomain IS NOT NULL')).toBe(1)
    expect(await count('organization WHERE subdomain IS NULL')).toBe(1)
    expect(await count('"user" WHERE is_system_bot')).toBe(3)
    expect(await count('"user" WHERE role = 100')).toBe(1)
    expect(await count('_prisma_migrations WHERE finished_at IS NULL')).toBe(0)
    await client.end()

    for (const [index, port] of ports.entries()) {
      const file = readFile(join(place.folder, String(port), 'owner.rc'), 'utf8')
      if (secretive[index]) expect(await file).toContain(`site=http://localhost:${port}`)
      else await expect(file).rejects.toThrow('ENOENT')
    }
  }, 180_000)
})
