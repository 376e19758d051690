import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { transact } from '../../src/events/transact.ts'
import { type Cast, cast } from '../support/cast.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const EVENTS = 300
const CHARACTERS = 100_000

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes in buffers that something still holds: what is only not collected yet does not count. */
async function heldBytes(): Promise<number> {
  collectGarbage()
  // What the first collection finalises is let go of only after it.
  await setImmediate()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

function announce(name: string): Promise<void> {
  return transact(server.core, people.organizationId, async (tx) => {
    tx.announce({
      payload: { type: 'realm', op: 'update', property: 'name', value: name },
      audience: 'everyone',
    })
  })
}

// The embedded database lies in this process's buffers itself, with all that is written to it.
it.skipIf(!onPostgres).each([
  ['shared', 'eventBatches { lastEventId events { id payload } }'],
  ['its own', 'eventBatches { lastEventId events { id payload ... on MessageEvent { messageFlags } } }'],
])(
  'a socket that does not read keeps a cursor, not a buffer, and then gets everything (%s)',
  async (_, field) => {
    const { host, port } = people.ann.identity
    const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
      headers: { host },
    })
    const received: number[] = []
    let isReady = () => {}
    const ready = new Promise<void>((resolve) => {
      isReady = resolve
    })
    socket.on('message', (data) => {
      const { type, payload } = JSON.parse(String(data))
      if (type === 'connection_ack') {
        socket.send(
          JSON.stringify({
            id: randomUUID(),
            type: 'subscribe',
            payload: { query: `subscription { ${field} }` },
          }),
        )
      }
      if (type !== 'next') return
      isReady()
      for (const { id } of payload.data.eventBatches.events) received.push(id)
    })
    await once(socket, 'open')
    socket.send(
      JSON.stringify({
        type: 'connection_init',
        payload: { authorization: people.ann.headers.authorization },
      }),
    )
    await ready

    socket.pause()
    const before = await heldBytes()
    for (let i = 0; i < EVENTS; i++) await announce(`${i}${'x'.repeat(CHARACTERS)}`)
    const held = (await heldBytes()) - before
    // All of them together are three times as much.
    expect(held).toBeLessThan((EVENTS * CHARACTERS) / 3)

    socket.resume()
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(EVENTS)
    const [first = 0] = received
    expect(received).toEqual(Array.from({ length: EVENTS }, (__, i) => first + i))
    socket.close()
    await once(socket, 'close')
  },
  60_000,
)
