import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoint } from '../../rest-facade/endpoint.ts'
import { createRateLimiter } from '../../rest-facade/rate-limit.ts'
import { noFields } from '../../rest-facade/reply.ts'
import { type RunningFacade, runFacadeWith } from './support/running-facade.ts'

const plain = { summary: 'A', authentication: 'optional', parameters: {}, reply: noFields } as const

let time: number
let facade: RunningFacade

beforeEach(async () => {
  time = 1_000_000
  const rules = {
    authenticated: { calls: 2, seconds: 60 },
    unauthenticated: { calls: 1, seconds: 60 },
  }
  facade = await runFacadeWith(
    { limiter: createRateLimiter(rules, () => time) },
    endpoint('GET /messages', plain).answer(async () => ({})),
    endpoint('GET /events', { ...plain, isEventPoll: true }).answer(async () => ({})),
  )
})

afterEach(() => facade.close())

test('every response says what is left, and when everything is free again', async () => {
  await facade.send('GET', '/messages')
  time += 10_000
  const { headers } = await facade.send('GET', '/messages')
  expect(headers.get('x-ratelimit-limit')).toBe('2')
  expect(headers.get('x-ratelimit-remaining')).toBe('0')
  expect(headers.get('x-ratelimit-reset')).toBe('1070')
})

test('a call above the limit is refused until the oldest has left the period', async () => {
  await facade.send('GET', '/messages')
  time += 10_000
  await facade.send('GET', '/messages')
  time += 500
  const refused = await facade.send('GET', '/messages')
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT', 'retry-after': 49.5 } })
  expect(refused.headers.get('retry-after')).toBe('49.5')
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  time += 49_500
  expect((await facade.send('GET', '/messages')).status).toBe(200)
})

test('refused calls do not prolong the wait', async () => {
  for (let call = 0; call < 10; call += 1) {
    await facade.send('GET', '/messages')
    time += 6_000
  }
  expect((await facade.send('GET', '/messages')).status).toBe(200)
})

test('users, addresses and event polls are counted apart', async () => {
  await facade.send('GET', '/messages')
  await facade.send('GET', '/messages')
  const statuses = [
    await facade.send('GET', '/messages', { as: 'guest@example.com' }),
    await facade.send('GET', '/events'),
    await facade.send('GET', '/messages', { as: null }),
    await facade.send('GET', '/messages', { as: null }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 429])
})
