import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { followBySse } from '../support/server-sent-events.ts'
import { type Following, follow, openSocket } from '../support/socket.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

// Its first batch comes at once, be there events or not.
const subscription = 'subscription { eventBatches { lastEventId } }'

/** Resolves with the error that ends it. */
async function toTheEnd(following: Following<unknown>): Promise<unknown> {
  for (;;) {
    try {
      await following.next()
    } catch (error) {
      return error
    }
  }
}

/** What is open in Ann's name at one node; each resolves when it has ended, with how. */
async function openAll(port: number) {
  const { ann } = people
  const here = ann.on(port)
  const queue = await register(here, ['reaction'])
  const poll = here.get('events', { queue_id: queue.id, last_event_id: queue.lastEventId })
  const polled = poll.then(({ status, body }) => [status, body.code])
  const idle = openSocket(here, { lazy: false })
  const closed = new Promise((resolve) => idle.on('closed', resolve))
  await new Promise((resolve) => idle.on('connected', resolve))
  const socket = follow(here, subscription)
  const stream = followBySse<unknown>(here, subscription)
  await Promise.all([socket.next(), stream.next()])
  return { polled, closed, socket: toTheEnd(socket), stream: toTheEnd(stream) }
}

async function allEnd({ polled, closed, socket, stream }: Awaited<ReturnType<typeof openAll>>) {
  expect(await polled).toEqual([401, 'USER_DEACTIVATED'])
  expect(await closed).toMatchObject({ code: 4403, reason: 'Account is deactivated' })
  expect(await socket).toMatchObject({ code: 4403 })
  expect(await stream).toMatchObject({ code: 'USER_DEACTIVATED' })
}

describe('What is open in the name of an account', () => {
  it('ends with it', async () => {
    const { owner, ann } = people
    const open = await openAll(server.port)
    await owner.delete(`users/${ann.id}`).succeeds()
    await allEnd(open)
  })

  it.runIf(onPostgres)('ends with it on every node', async () => {
    const { owner, ann } = people
    const other = await server.startAnotherNode()
    const open = await openAll(other.port)
    await owner.delete(`users/${ann.id}`).succeeds()
    await allEnd(open)
  })
})
