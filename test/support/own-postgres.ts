import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from './database-image.ts'
import { freePort } from './process.ts'

/** PostgreSQL refuses to run as root; this user is on every system and owns nothing. */
const nobody = 65_534

function programs(): string | undefined {
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const folder = found.status === 0 ? found.stdout.trim() : ''
  return existsSync(join(folder, 'initdb')) ? folder : undefined
}

const folderOfPrograms = programs()

/** Whether the programs of a PostgreSQL server are installed here. */
export const canRunPostgres = folderOfPrograms !== undefined

/** A PostgreSQL server of a test's own, which it may stop as it likes. */
export class OwnPostgres {
  #folder = ''
  #port = 0
  #server: ChildProcess | undefined

  /** Makes it and starts it; resolves with the address of its database. */
  async create(): Promise<string> {
    this.#folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'))
    if (process.getuid?.() === 0) await chown(this.#folder, nobody, nobody)
    this.#port = await freePort()
    execFileSync(
      this.#program('initdb'),
      ['-D', this.#folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      {
        ...this.#owner,
        stdio: 'ignore',
      },
    )
    await this.start()
    return this.#url
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const settings = { port: this.#port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    this.#server = spawn(this.#program('postgres'), ['-D', this.#folder, ...options], {
      ...this.#owner,
      stdio: 'ignore',
    })
    for (;;) {
      const answers = await runOn(this.#url, 'SELECT 1').then(
        () => true,
        () => false,
      )
      if (answers) return
      if (this.#server.exitCode !== null) throw new Error('PostgreSQL did not start.')
      await sleep(50)
    }
  }

  /**
   * Stops it.
   *
   * @param how `fast`: connections are ended and what is committed is written; `immediate`: as in a
   *   crash, so that the next start recovers from the log
   */
  async stop(how: 'fast' | 'immediate'): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null) return
    const gone = once(server, 'exit')
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await gone
  }

  async remove(): Promise<void> {
    await this.stop('fast')
    if (this.#folder) await rm(this.#folder, { recursive: true })
  }

  get #url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`
  }

  get #owner(): { uid?: number; gid?: number; cwd: string } {
    return process.getuid?.() === 0 ? { uid: nobody, gid: nobody, cwd: this.#folder } : { cwd: this.#folder }
  }

  #program(name: string): string {
    return join(folderOfPrograms ?? '', name)
  }
}
