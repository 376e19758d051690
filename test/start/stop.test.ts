import { describe, expect, it } from 'vitest'
import { register } from '../support/queue.ts'
import { openSocket } from '../support/socket.ts'
import { ownerOf, startPlace } from '../support/start.ts'

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('answers held polls, ends streams and sockets, and exits with 0', async () => {
    const place = await startPlace()
    const server = place.process()
    await server.start()
    const owner = await ownerOf(place)
    const queue = await register(owner, ['message'], { fetch_event_types: [] })

    const socket = openSocket(owner)
    const onSocket = (async () => {
      let batches = 0
      for await (const _ of socket.iterate({ query: 'subscription { eventBatches { lastEventId } }' }))
        batches++
      return batches
    })().catch((error: unknown) => error)
    const stream = await fetch(`http://127.0.0.1:${place.port}/graphql`, {
      method: 'POST',
      headers: {
        authorization: owner.headers.authorization ?? '',
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query: 'subscription { eventBatches { lastEventId } }' }),
    })
    const poll = owner.get('events', { queue_id: queue.id, last_event_id: queue.lastEventId })
    const held = poll.succeeds()
    // Whatever was sent before a request that has its answer has arrived.
    await owner.get('server_settings').succeeds()

    const ended = server.end(signal)
    expect(await held).toMatchObject({ events: [] })
    expect(await stream.text()).toContain('event: complete')
    expect(await ended).toBe(0)
    await onSocket
    await socket.dispose()
  }, 180_000)
})

it('what was acknowledged before a stop is there after the next start, and queues go on', async () => {
  const place = await startPlace()
  const server = place.process()
  await server.start()
  const owner = await ownerOf(place)
  const queue = await register(owner, ['message'], { fetch_event_types: [] })
  const send = (content: string) =>
    owner.post('messages', { type: 'stream', to: 'general', topic: 'last', content }).succeeds()
  const requests = Array.from({ length: 20 }, (_, i) => send(`n${i}`))
  const sending = Promise.allSettled(requests)
  await Promise.race(requests)
  expect(await server.end('SIGTERM')).toBe(0)
  const acknowledged = (await sending).filter((one) => one.status === 'fulfilled').map((one) => one.value.id)
  expect(acknowledged).not.toEqual([])
  await server.start()
  const heard = (await queue.take({ wait: true })).map(({ message }) => message.id)
  expect(heard).toEqual(expect.arrayContaining(acknowledged))
}, 180_000)
