import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { demoChannels, writeChannelThreads } from '../../src/demo/script.ts'
import type { Actor } from '../support/actor.ts'
import { ownerOf, type StartPlace, startPlace } from '../support/start.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MESSAGES = 60

interface Run {
  readonly child: ChildProcess
  /** Everything that it has written so far. */
  output: string
  readonly exit: Promise<number | null>
}

/** Runs the demo as `npm run demo` does. */
function runDemo({ folder }: StartPlace, ...given: string[]): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/demo/main.ts', ...given], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PARLEY_DATA: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const run: Run = {
    child,
    output: '',
    exit: new Promise((resolve) => child.once('close', resolve)),
  }
  const read = (chunk: Buffer) => {
    run.output += chunk.toString('utf8')
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  return run
}

/** What the cast has written in the demo's channels. */
async function contents(owner: Actor): Promise<string[]> {
  const found: string[] = []
  for (const { name } of demoChannels) {
    const window = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false }
    const { messages } = await owner.get('messages', { ...window, narrow: [['channel', name]] }).succeeds()
    for (const { sender_email, content } of messages) {
      if (sender_email.endsWith('@waymark.example')) found.push(content)
    }
  }
  return found.sort()
}

it('the demo fills an organization, goes on after an interruption, and runs once', async () => {
  const place = await startPlace()
  await place.process().start()
  const owner = await ownerOf(place)

  const interrupted = runDemo(place, '--messages', String(MESSAGES))
  interrupted.child.stderr?.on('data', () => {
    if (interrupted.output.includes('Messages: 2')) interrupted.child.kill('SIGKILL')
  })
  expect(await interrupted.exit).toBe(null)

  const again = runDemo(place, '--messages', String(MESSAGES))
  expect(await again.exit, again.output).toBe(0)
  expect(again.output).toContain('People: 25/25\n')
  expect(again.output).toContain('Parley has 25 more people, 12 more channels')
  const scripted = writeChannelThreads(MESSAGES).flatMap(({ messages }) => messages)
  expect(await contents(owner)).toEqual(scripted.map(({ content }) => content).sort())
  const { members } = await owner.get('users').succeeds()
  expect(members.filter(({ email }: { email: string }) => email.endsWith('@waymark.example'))).toHaveLength(
    25,
  )

  const third = runDemo(place)
  expect(await third.exit).toBe(0)
  expect(third.output).toBe('The demo has run in Parley already.\n')

  const wrong = runDemo(place, '--key', 'x'.repeat(32))
  expect(await wrong.exit).toBe(1)
  expect(wrong.output).toMatch(
    /^Nothing can be done at http:\/\/localhost:\d+ as owner@parley\.example: Invalid API key\n$/,
  )
}, 300_000)

it('the demo says what it lacks', async () => {
  const place = await startPlace()
  const lost = runDemo(place)
  expect(await lost.exit).toBe(1)
  expect(lost.output).toMatch(/^There is no key file .*owner\.rc: start the server first/)
  const wrong = runDemo(place, '--messages', 'many')
  expect(await wrong.exit).toBe(1)
  expect(wrong.output).toBe('--messages must be a number up to 100000.\n')
  const nowhere = runDemo(
    place,
    '--url',
    `http://localhost:${place.port}`,
    '--email',
    'a@b.example',
    '--key',
    'k',
  )
  expect(await nowhere.exit).toBe(1)
  expect(nowhere.output).toMatch(
    /^Nothing can be done at http:\/\/localhost:\d+ as a@b\.example: there is no answer/,
  )
}, 120_000)
