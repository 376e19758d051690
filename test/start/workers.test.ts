import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { register } from '../support/queue.ts'
import { onPostgres } from '../support/server.ts'
import { ownerOf, startPlace } from '../support/start.ts'

const run = promisify(execFile)

/** The server's processes that another one of them has started. */
async function workersOf({ pid }: { readonly pid: number }): Promise<number[]> {
  const { stdout } = await run('ps', ['--ppid', String(pid), '-o', 'pid=,args='])
  return stdout
    .split('\n')
    .flatMap((line) => (line.includes('src/main.ts') ? [Number.parseInt(line, 10)] : []))
}

describe.runIf(onPostgres)('with --workers', () => {
  it('several processes share the port; one that dies is replaced, and all end on SIGTERM', async () => {
    const place = await startPlace()
    const server = place.process({}, ['--workers', '2'])
    await server.start()
    const owner = await ownerOf(place)
    const queue = await register(owner, ['message'], { fetch_event_types: [] })
    const send = (content: string) =>
      owner.post('messages', { type: 'stream', to: 'general', topic: 'tea', content }).succeeds()
    const { id } = await send('One')

    const workers = await workersOf(server)
    expect(workers).toHaveLength(2)
    process.kill(workers[0] ?? 0, 'SIGKILL')
    await expect
      .poll(async () => (await workersOf(server)).filter((pid) => !workers.includes(pid)), {
        timeout: 60_000,
      })
      .toHaveLength(1)
    const next = await send('Two')
    expect((await queue.takeCount(2)).map(({ message }) => message.id)).toEqual([id, next.id])
    expect(await server.end('SIGTERM')).toBe(0)
  }, 180_000)
})
