import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { runOn, testServerUrl } from '../support/database-image.ts'
import { canRunPostgres, OwnPostgres } from '../support/own-postgres.ts'
import { freePort } from '../support/process.ts'
import { onPostgres, type TestNode, testServer } from '../support/server.ts'
import { Hopper } from './hopper.ts'

const NODES = 3
const WRITERS = 4
const HOPPERS = 6

/** Sends numbered messages on random nodes, each until it is acknowledged. */
async function write(person: Person, ports: readonly number[], name: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const message = { type: 'stream', to: 'general', topic: 'hop', content: `${name}: ${i}` }
    const headers = { 'idempotency-key': `${name}: ${i}` }
    for (;;) {
      const node = person.on(ports[randomInt(ports.length)] ?? 0)
      const answer = await node.request('POST', 'messages', message, headers).then(
        ({ status }) => status,
        () => 0,
      )
      if (answer === 200) break
      await sleep(20)
    }
  }
}

/** Writers write, hoppers hop, and something happens in between: every hopper gets exactly the log. */
async function loseNothing(
  people: Cast,
  ports: readonly number[],
  each: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const hoppers = await Promise.all(Array.from({ length: HOPPERS }, () => Hopper.register(people.ben, ports)))
  const hopping = hoppers.map((hopper) => hopper.run())
  const writing = Array.from({ length: WRITERS }, (_, i) => write(people.ann, ports, `writer ${i}`, each))
  await Promise.all([...writing, meanwhile()])
  await Promise.all(hoppers.map((hopper) => hopper.reaches(WRITERS * each)))
  for (const hopper of hoppers) hopper.stop()
  await Promise.all(hopping)
  const [first] = hoppers
  const ids = first?.received.map(({ id }) => id) ?? []
  expect(new Set(first?.received.map(({ content }) => content)).size).toBe(WRITERS * each)
  for (const hopper of hoppers) {
    expect(hopper.received.map(({ id }) => id)).toEqual(ids)
    expect(hopper.forgotten).toBe(0)
  }
  expect([...ids].sort((left, right) => left - right)).toEqual(ids)
}

async function startNodes(server: ReturnType<typeof testServer>): Promise<number[]> {
  const others: TestNode[] = []
  for (let i = 1; i < NODES; i++) others.push(await server.startAnotherNode())
  return [server.port, ...others.map(({ port }) => port)]
}

describe.runIf(onPostgres)('clients that hop between three nodes and between transports', () => {
  // A database that is away is what the second test is about; nobody needs to read of it.
  const server = testServer({ PARLEY_LOG: 'silent' })
  let ports: number[]

  beforeAll(async () => {
    ports = await startNodes(server)
  })

  it('lose nothing', async () => {
    await loseNothing(await cast(server), ports, 15, async () => {})
  })

  it('lose nothing when the database drops all connections and is away for a while', async () => {
    const people = await cast(server)
    await loseNothing(people, ports, 15, async () => {
      await sleep(300)
      const [{ name } = { name: '' }] = await server.core.db.query<{ name: string }>(
        sql`SELECT current_database()::text AS name`,
      )
      const admin = testServerUrl ?? ''
      await runOn(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      await runOn(admin, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
      await sleep(1500)
      await runOn(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    })
  })
})

describe.runIf(onPostgres)('clients that hop between three nodes that wake each other through Redis', () => {
  let redis: ChildProcess | undefined
  let folder: string
  const env: Record<string, string> = { PARLEY_LOG: 'silent' }
  let port: number

  function startRedis(): void {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ]
    redis = spawn('redis-server', options, { stdio: 'ignore' })
    redis.on('error', () => {})
  }

  async function stopRedis(): Promise<void> {
    const gone = new Promise((resolve) => redis?.once('exit', resolve))
    redis?.kill('SIGTERM')
    await gone
  }

  beforeAll(async () => {
    port = await freePort()
    folder = await mkdtemp(join(tmpdir(), 'parley-redis-'))
    env.REDIS_URL = `redis://127.0.0.1:${port}`
    startRedis()
  })

  const server = testServer(env)

  afterAll(async () => {
    await stopRedis()
    await rm(folder, { recursive: true })
  })

  it('lose nothing, also when Redis stops and starts in between', async () => {
    const ports = await startNodes(server)
    await loseNothing(await cast(server), ports, 15, async () => {
      await sleep(300)
      await stopRedis()
      await sleep(1500)
      startRedis()
    })
  })
})

describe.runIf(onPostgres && canRunPostgres)(
  'clients that hop between three nodes on a database that restarts',
  () => {
    const postgres = new OwnPostgres()
    // Hooks after tests run in reverse: the nodes stop first.
    afterAll(() => postgres.remove())
    const server = testServer({ PARLEY_LOG: 'silent' }, () => postgres.create())

    it.each(['fast', 'immediate'] as const)(
      'lose nothing when it stops (%s) and starts in between',
      async (how) => {
        const people = await cast(server)
        await loseNothing(people, await startNodes(server), 15, async () => {
          await sleep(300)
          await postgres.stop(how)
          await sleep(1000)
          await postgres.start()
        })
      },
    )
  },
)
