import { expect, it } from 'vitest'
import { cast } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { testServer } from '../support/server.ts'

const server = testServer({ PARLEY_RATE_LIMIT: '40' })

it('a user who has made all calls of a minute waits, others and polls do not', async () => {
  const { ann, ben, general } = await cast(server)
  const { queue_id } = await ann.post('register', { event_types: ['message'] }).succeeds()
  let reply = await ann.get('users/me')
  for (let calls = 0; reply.status === 200 && calls < 60; calls++) reply = await ann.get('users/me')
  expect(reply).toMatchObject({ status: 429, body: { result: 'error', code: 'RATE_LIMIT_HIT' } })
  expect(reply.body['retry-after']).toBeGreaterThan(0)
  const before = await ben.get('messages', { anchor: 'newest', num_before: 1 }).succeeds()
  const refused = await ann.post('messages', {
    type: 'stream',
    to: general,
    topic: 'tea',
    content: 'One more',
  })
  expect(refused.status).toBe(429)
  expect(await ben.get('messages', { anchor: 'newest', num_before: 1 }).succeeds()).toEqual(before)
  await ann.get('events', { queue_id, last_event_id: -1, dont_block: true }).succeeds()
})

it('an address without credentials has half of the calls', async () => {
  const { host } = await cast(server)
  const ask = () => send(server.port, 'GET', '/api/v1/server_settings', { host })
  const { headers } = await ask()
  expect(headers['x-ratelimit-limit']).toBe('20')
  for (let left = Number(headers['x-ratelimit-remaining']); left > 0; left--) {
    expect((await ask()).status).toBe(200)
  }
  const { status, headers: refusal } = await ask()
  expect(status).toBe(429)
  expect(Number(refusal['retry-after'])).toBeGreaterThan(0)
})
