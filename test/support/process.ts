import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** As `npm start` gives them. */
const nodeOptions = ['--max-semi-space-size=64', '--import', 'tsx']

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('A listening port has a number.')
  return address.port
}

/** Parley as its own process, as `npm start` runs it. */
export class ServerProcess {
  readonly #env: Readonly<Record<string, string>>
  readonly #arguments: readonly string[]
  #child: ChildProcess | undefined
  /** What it has written to standard output and standard error since its last start. */
  output = ''

  constructor(env: Readonly<Record<string, string>>, commandLine: readonly string[] = []) {
    this.#env = env
    this.#arguments = commandLine
  }

  /** Its process id, while it runs. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts it and waits until it says where it is. */
  async start(): Promise<void> {
    this.output = ''
    const child = spawn(process.execPath, [...nodeOptions, 'src/main.ts', ...this.#arguments], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.output += chunk.toString('utf8')
        if (this.output.includes('Parley is at ')) resolve()
      }
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.once('exit', (code, signal) =>
        reject(new Error(`It ended with ${code ?? signal}: ${this.output}`)),
      )
    })
  }

  /** Ends it with a signal and waits until it has gone. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child) return null
    this.#child = undefined
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return gone
  }
}
