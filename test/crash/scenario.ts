import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { Actor } from '../support/actor.ts'
import { freePort, ServerProcess } from '../support/process.ts'
import { QueueListener } from './queue-listener.ts'
import { SocketListener } from './socket-listener.ts'
import { Writer } from './writer.ts'

type Listener = QueueListener | SocketListener

/** How hard the server is treated. */
export interface CrashPlan {
  /** How often it is killed with SIGKILL while under load. */
  readonly kills: number
  readonly writers: number
  /** Half of them hold REST queues, half subscribe over websockets. */
  readonly listeners: number
}

/** What came of it: counts for the report, after everything has been checked. */
export interface CrashReport {
  readonly kills: number
  readonly acknowledged: number
  readonly logged: number
  readonly delivered: number
}

/**
 * Kills a server process over and over while people write and listen, and checks that nothing was
 * lost: every acknowledged message is there exactly once, every listener got exactly the log, in
 * its order, and no queue was forgotten.
 */
export async function crash(
  plan: CrashPlan,
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<CrashReport> {
  const port = await freePort()
  const server = new ServerProcess({
    ...env,
    PARLEY_DATA: folder,
    PORT: String(port),
    PARLEY_LOG: 'error',
    PARLEY_RATE_LIMIT: '0',
  })
  await server.start()
  const everybody: (Writer | Listener)[] = []
  const work: Promise<void>[] = []
  try {
    const owner = await readOwner(folder, port)
    const writers = Array.from({ length: plan.writers }, (_, i) => new Writer(owner, `writer ${i}`))
    const listeners = await Promise.all(
      Array.from({ length: plan.listeners }, (_, i) =>
        i % 2 === 0 ? QueueListener.register(owner) : SocketListener.open(owner),
      ),
    )
    everybody.push(...writers, ...listeners)
    for (const one of everybody) work.push(one.run())
    for (let kill = 0; kill < plan.kills; kill++) {
      // However slow the machine is: only a server at work is worth killing.
      await progress(writers, listeners)
      await sleep(randomInt(0, 500))
      await server.end('SIGKILL')
      await server.start()
    }
    await progress(writers, listeners)
    for (const writer of writers) writer.stop()
    await Promise.all(work.slice(0, writers.length))

    const acknowledged = writers.flatMap((writer) => writer.acknowledged)
    const logged = await contentsOfChannel(owner)
    const times = new Map<string, number>()
    for (const content of logged) times.set(content, (times.get(content) ?? 0) + 1)
    for (const content of acknowledged) expect(times.get(content), content).toBe(1)
    for (const [content, count] of times) expect(count, content).toBe(1)
    for (const { doubled } of writers) expect(doubled).toBe(0)
    const last = await owner
      .post('messages', { type: 'stream', to: 'general', topic: 'crash', content: 'the end' })
      .succeeds()
    for (const listener of listeners) await listener.reaches(last.id)

    const [first] = listeners
    const sequence = first?.received.map(({ id }) => id) ?? []
    for (const listener of listeners) {
      expect(listener.received.map(({ id }) => id)).toEqual(sequence)
      expect(listener.forgotten).toBe(0)
    }
    const heard = new Set(first?.received.map(({ content }) => content))
    for (const content of acknowledged) expect(heard.has(content), content).toBe(true)
    expect(new Set(sequence).size).toBe(sequence.length)
    expect([...sequence].sort((left, right) => left - right)).toEqual(sequence)
    return {
      kills: plan.kills,
      acknowledged: acknowledged.length,
      logged: logged.length,
      delivered: listeners.reduce((sum, { received }) => sum + received.length, 0),
    }
  } finally {
    for (const one of everybody) one.stop()
    // Whoever still waits for something is cut off, and sees that they are to stop.
    await server.end('SIGKILL')
    await Promise.all(work)
  }
}

/** Waits until every writer and every listener got further. */
async function progress(writers: readonly Writer[], listeners: readonly Listener[]): Promise<void> {
  const counts = () => [
    ...writers.map((writer) => writer.acknowledged.length),
    ...listeners.map((listener) => listener.received.length),
  ]
  const before = counts()
  while (counts().some((count, i) => count <= (before[i] ?? 0))) await sleep(20)
}

/** The owner, from the file that the first start wrote. */
async function readOwner(folder: string, port: number): Promise<Actor> {
  const file = await readFile(join(folder, 'owner.rc'), 'utf8')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(file)?.[1] ?? ''
  return new Actor({ port, host: `localhost:${port}`, email: value('email'), apiKey: value('key') })
}

/** The content of every message in the topic that the writers write to. */
async function contentsOfChannel(owner: Actor): Promise<string[]> {
  const contents: string[] = []
  let anchor = 0
  for (;;) {
    const { messages, found_newest } = await owner
      .get('messages', {
        anchor: String(anchor),
        include_anchor: false,
        num_before: 0,
        num_after: 1000,
        apply_markdown: false,
        narrow: [
          ['channel', 'general'],
          ['topic', 'crash'],
        ],
      })
      .succeeds()
    for (const { content } of messages) contents.push(content)
    if (found_newest || messages.length === 0) return contents
    anchor = messages.at(-1).id
  }
}
