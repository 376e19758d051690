import { execFile, spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownerOf, startPlace } from '../support/start.ts'

const run = promisify(execFile)

/** The commands that the server printed, each after its heading. */
function printedCommands(output: string): string[] {
  return output.split('\n').flatMap((line) => (line.startsWith('  curl ') ? [line.trim()] : []))
}

/** Runs a printed command as somebody would who pastes it. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the command answers.
async function paste(command = ''): Promise<any> {
  const { stdout } = await run('bash', ['-c', command])
  return JSON.parse(stdout)
}

/** Runs a printed command that goes on; its batches of events, one by one. */
function pasteStream(command = ''): { next(): Promise<unknown> } {
  const child = spawn('bash', ['-c', `exec ${command}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async next() {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('The stream has ended.')
        if (value.startsWith('data: {')) return JSON.parse(value.slice(6)).data.eventBatches
      }
    },
  }
}

// Starting takes long where many tests run at once.
const PATIENCE = 180_000

describe('in an empty folder', () => {
  it(
    'the first start prints how to get in, and the second one no secrets',
    async () => {
      const place = await startPlace()
      const server = place.process({ PARLEY_ORGANIZATION: 'Harbour', PARLEY_OWNER_NAME: 'Ida Moreau' })
      await server.start()
      const site = `http://localhost:${place.port}`
      const address = `Parley is at ${site} (GraphQL at ${site}/graphql, REST at ${site}/api/v1)\n`
      expect(server.output).toContain(address)
      const owner = await ownerOf(place)
      const file = join(place.folder, 'owner.rc')
      expect(server.output).toMatch(/^ {2}address {3}owner@parley\.example$/m)
      expect(server.output).toMatch(/^ {2}password {2}[A-Za-z0-9]{16}$/m)
      expect(server.output).toContain(`  API key   ${owner.identity.apiKey}\n`)
      expect(server.output).toContain(`  key file  ${file} `)

      // As command-line clients read it, and nobody else.
      expect(await readFile(file, 'utf8')).toMatch(
        /^\[api\]\nemail=owner@parley\.example\nkey=[A-Za-z0-9]{32}\nsite=http:\/\/localhost:\d+\n$/,
      )
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect((await readdir(place.folder)).filter((name) => name.startsWith('owner'))).toEqual(['owner.rc'])

      const [send, ask, follow] = printedCommands(server.output)
      const sent = await paste(send)
      expect(sent).toMatchObject({ result: 'success', id: expect.any(Number) })
      expect(await paste(ask)).toEqual({
        data: { viewer: { fullName: 'Ida Moreau', channels: [{ name: 'general' }, { name: 'sandbox' }] } },
      })
      const batches = pasteStream(follow)
      // The first batch is what there is on subscribing: nothing yet.
      expect(await batches.next()).toMatchObject({ events: [] })
      await paste(send)
      expect(await batches.next()).toMatchObject({
        events: [{ type: 'message', payload: { message: { content: 'Hello!' } } }],
      })
      expect(await server.end('SIGTERM')).toBe(0)

      await server.start()
      expect(server.output).toBe(address)
      const { message } = await owner.get(`messages/${sent.id}`, { apply_markdown: false }).succeeds()
      expect(message.content).toBe('Hello!')
    },
    PATIENCE,
  )

  it(
    'the owner and their password come from the environment',
    async () => {
      const place = await startPlace()
      const server = place.process({
        PARLEY_OWNER_EMAIL: 'ida@example.com',
        PARLEY_OWNER_PASSWORD: 'correct horse battery',
      })
      await server.start()
      expect(server.output).toContain('  address   ida@example.com\n  password  correct horse battery\n')
      const owner = await ownerOf(place)
      const login = { username: 'ida@example.com', password: 'correct horse battery' }
      const { api_key } = await owner.post('fetch_api_key', login).succeeds()
      expect(api_key).not.toBe(owner.identity.apiKey)
    },
    PATIENCE,
  )
})
