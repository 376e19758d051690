import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Actor } from './actor.ts'
import { databaseUrl, runOn, testServerUrl } from './database-image.ts'
import { freePort, ServerProcess } from './process.ts'

/** A place to start server processes in: an empty folder, a free port, an empty database. */
export interface StartPlace {
  readonly folder: string
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  /** A server process in this place, ended with the test at the latest. */
  process(env?: Readonly<Record<string, string>>, commandLine?: readonly string[]): ServerProcess
}

/** Makes a place, on the PostgreSQL server that the tests run on, or with the embedded database. */
export async function startPlace(): Promise<StartPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const env: Record<string, string> = { PARLEY_DATA: folder, PORT: String(port), PARLEY_RATE_LIMIT: '0' }
  if (testServerUrl) {
    const name = `parley_start_${randomBytes(6).toString('hex')}`
    await runOn(testServerUrl, `CREATE DATABASE ${name}`)
    onTestFinished(() => runOn(testServerUrl ?? '', `DROP DATABASE ${name} WITH (FORCE)`))
    env.DATABASE_URL = databaseUrl(testServerUrl, name)
  }
  return {
    folder,
    port,
    env,
    process(more = {}, commandLine = []) {
      const server = new ServerProcess({ ...env, ...more }, commandLine)
      onTestFinished(async () => {
        await server.end('SIGKILL')
      })
      return server
    },
  }
}

/** The owner, from the file that a first start wrote. */
export async function ownerOf({ folder, port }: StartPlace): Promise<Actor> {
  const file = await readFile(join(folder, 'owner.rc'), 'utf8')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(file)?.[1] ?? ''
  return new Actor({ port, host: `localhost:${port}`, email: value('email'), apiKey: value('key') })
}
