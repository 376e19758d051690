import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../rest-facade/endpoint.ts'
import type { Gate } from '../../rest-facade/gates.ts'
import { integer } from '../../rest-facade/parameters/json.ts'
import { text } from '../../rest-facade/parameters/text.ts'
import { checkReply, noFields, RawReply } from '../../rest-facade/reply.ts'
import { CodedError } from '../../src/contract/coded-error.ts'
import { credentials } from './support/fake-executor.ts'
import { type RunningFacade, runFacade } from './support/running-facade.ts'

const gates = ['owner', 'administrator', 'moderator', 'member', 'human', 'bot'] as const

const gated = (gate: Gate) =>
  endpoint(`POST /gate/${gate}`, {
    summary: 'Gated',
    requires: gate,
    parameters: { needed: integer() },
    reply: noFields,
  }).answer(async () => ({}))

const whoami = z.strictObject({ id: z.int().nullable() })

const raw = endpoint('GET /raw', {
  summary: 'Raw',
  parameters: { json: text() },
  reply: z.strictObject({ a: z.int().optional() }),
}).answer(async ({ parameters }) => new RawReply(parameters.json))

let facade: RunningFacade
let aborted: (signal: AbortSignal) => void
let waiting: () => void

beforeAll(async () => {
  facade = await runFacade(
    ...gates.map(gated),
    endpoint('GET /required', { summary: 'A', parameters: {}, reply: whoami }).answer(async ({ caller }) => ({
      id: caller.id,
    })),
    endpoint('GET /optional', {
      summary: 'A',
      authentication: 'optional',
      parameters: {},
      reply: whoami,
    }).answer(async ({ caller }) => ({ id: caller?.id ?? null })),
    endpoint('GET /none', { summary: 'A', authentication: 'none', parameters: {}, reply: whoami }).answer(
      async ({ caller }) => ({ id: caller?.id ?? null }),
    ),
    endpoint('POST /fetch_api_key', {
      summary: 'A',
      authentication: 'none',
      parameters: {},
      reply: noFields,
    }).answer(async () => {
      throw new CodedError('AUTHENTICATION_FAILED', 'Wrong password')
    }),
    endpoint('GET /coded', { summary: 'A', parameters: {}, reply: noFields }).answer(async () => {
      throw new CodedError('BAD_EVENT_QUEUE_ID', 'Bad queue', { queue_id: 'q' })
    }),
    endpoint('GET /status', { summary: 'A', parameters: {}, reply: noFields }).answer(async () => {
      throw new CodedError('BAD_REQUEST', 'No such draft', {}, 404)
    }),
    endpoint('GET /limited', { summary: 'A', parameters: {}, reply: noFields }).answer(
      async ({ setHeader }) => {
        setHeader('X-RateLimit-Remaining', '0')
        throw new CodedError('RATE_LIMIT_HIT', 'Too many requests', { 'retry-after': 1.5 })
      },
    ),
    endpoint('GET /fault', { summary: 'A', parameters: {}, reply: noFields }).answer(async () => {
      throw new Error('secret detail')
    }),
    endpoint('GET /headers', { summary: 'A', parameters: {}, reply: noFields }).answer(
      async ({ setHeader }) => {
        setHeader('Cache-Control', 'private, max-age=60')
        return {}
      },
    ),
    endpoint('GET /info', {
      summary: 'A',
      parameters: {},
      reply: z.strictObject({ info: z.record(z.string(), z.unknown()) }),
    }).answer(async ({ request }) => {
      const { method, path, host, clientName, address } = request
      return {
        info: {
          method,
          path,
          host,
          clientName,
          address,
          key: request.header('Idempotency-Key'),
          client: request.has('client'),
        },
      }
    }),
    endpoint('GET /wait', { summary: 'A', parameters: {}, reply: noFields }).answer(async ({ signal }) => {
      waiting()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      aborted(signal)
      throw new Error('cut off')
    }),
    raw,
  )
})

let faultsBefore = 0
beforeEach(() => {
  faultsBefore = facade.faults.length
})

afterAll(() => facade.close())

test('a success is JSON with a newline at its end that nobody may store', async () => {
  const { status, headers, text: sent } = await facade.send('GET', '/required')
  expect({ status, sent }).toEqual({ status: 200, sent: '{"result":"success","msg":"","id":4}\n' })
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('an endpoint may set headers of its own', async () => {
  const { headers } = await facade.send('GET', '/headers')
  expect(headers.get('cache-control')).toBe('private, max-age=60')
})

test('a request without credentials is told how to send them', async () => {
  const { status, headers, body } = await facade.send('GET', '/required', { as: null })
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  expect(headers.get('www-authenticate')).toBe('Basic realm="zulip"')
})

test('wrong credentials answer 401 with the code of the executor and the same header', async () => {
  const { status, headers, body } = await facade.send('GET', '/optional', { as: 'nobody@example.com' })
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'INVALID_API_KEY' })
  expect(headers.get('www-authenticate')).toBe('Basic realm="zulip"')
})

test('credentials that are not Basic are a bad request', async () => {
  const { status, headers, body } = await facade.send('GET', '/required', {
    headers: { authorization: 'Bearer x' },
  })
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' })
  expect(headers.has('www-authenticate')).toBe(false)
})

test('visitors are let in where authentication is optional', async () => {
  expect((await facade.send('GET', '/optional', { as: null })).body).toMatchObject({ id: null })
  expect((await facade.send('GET', '/optional')).body).toMatchObject({ id: 4 })
})

test('an endpoint without authentication does not look at credentials, nor ask for them', async () => {
  const wrong = await facade.send('GET', '/none', { headers: { authorization: 'Bearer x' } })
  const failed = await facade.send('POST', '/fetch_api_key')
  expect(wrong.body).toMatchObject({ id: null })
  expect(failed).toMatchObject({ status: 401, body: { code: 'AUTHENTICATION_FAILED' } })
  expect(failed.headers.has('www-authenticate')).toBe(false)
})

const passing: Record<Gate, string> = {
  owner: 'owner',
  administrator: 'admin',
  moderator: 'moderator',
  member: 'member',
  human: 'guest',
  bot: 'bot',
}

test.each<[Gate, as: string, code: string, msg: string]>([
  ['owner', 'admin', 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'],
  ['administrator', 'moderator', 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
  ['moderator', 'member', 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization moderator'],
  ['member', 'guest', 'BAD_REQUEST', 'Not allowed for guest users'],
  ['human', 'bot', 'BAD_REQUEST', 'This endpoint does not accept requests of bots'],
  ['bot', 'member', 'PERMISSION_DENIED', 'This endpoint accepts only requests of bots'],
])('the gate %s keeps out the %s, before parameters', async (gate, as, code, msg) => {
  const refused = await facade.send('POST', `/gate/${gate}`, { as: `${as}@example.com` })
  const passed = await facade.send('POST', `/gate/${gate}`, { as: `${passing[gate]}@example.com` })
  expect(refused).toMatchObject({ status: 400, body: { code, msg } })
  expect(passed.body.code).toBe('REQUEST_VARIABLE_MISSING')
})

test('a coded error carries its fields beside the code, and its status', async () => {
  const coded = await facade.send('GET', '/coded')
  const notFound = await facade.send('GET', '/status')
  expect(coded.text).toBe('{"result":"error","msg":"Bad queue","code":"BAD_EVENT_QUEUE_ID","queue_id":"q"}\n')
  expect(coded.status).toBe(400)
  expect(notFound).toMatchObject({ status: 404, body: { code: 'BAD_REQUEST' } })
})

test('a rate limit says when to come back, in body and header, and keeps the headers set before', async () => {
  const { status, headers, body } = await facade.send('GET', '/limited')
  expect({ status, body }).toMatchObject({ status: 429, body: { 'retry-after': 1.5 } })
  expect(headers.get('retry-after')).toBe('1.5')
  expect(headers.get('x-ratelimit-remaining')).toBe('0')
})

test('a fault is logged once, under an id that the answer carries, and says nothing else', async () => {
  const { status, headers, body } = await facade.send('GET', '/fault')
  expect({ status, body }).toEqual({ status: 500, body: { result: 'error', msg: 'Internal server error' } })
  const faults = facade.faults.slice(faultsBefore)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatchObject({ requestId: headers.get('x-request-id'), method: 'GET', path: '/fault' })
  expect(faults[0]?.error).toMatchObject({ message: 'secret detail' })
})

test('refusals are not logged', async () => {
  await facade.send('GET', '/coded')
  expect(facade.faults).toHaveLength(faultsBefore)
})

test('an endpoint hears that its caller has gone, and nothing is logged', async () => {
  const gone = new Promise<AbortSignal>((resolve) => {
    aborted = resolve
  })
  const leaving = new AbortController()
  waiting = () => leaving.abort()
  const request = fetch(`${facade.url}/wait`, {
    headers: { authorization: credentials('member@example.com') },
    signal: leaving.signal,
  })
  await expect(request).rejects.toThrow('aborted')
  expect((await gone).aborted).toBe(true)
  await facade.send('GET', '/required')
  expect(facade.faults).toHaveLength(faultsBefore)
})

test('a serialised reply is sent as it is, and the ignored parameters with it', async () => {
  const empty = await facade.send('GET', '/raw', { query: { json: '{}' } })
  const full = await facade.send('GET', '/raw', { query: { json: '{"a": 1}', other: '' } })
  expect(empty.text).toBe('{"result":"success","msg":""}\n')
  expect(full.text).toBe('{"result":"success","msg":"","a": 1,"ignored_parameters_unsupported":["other"]}\n')
})

test.each<[what: string, body: unknown]>([
  ['an undeclared field', { result: 'success', msg: '', b: 1 }],
  ['a wrong value', { result: 'success', msg: '', a: 'x' }],
  ['an error', { result: 'error', msg: 'no', code: 'BAD_REQUEST' }],
  ['an empty list of ignored parameters', { result: 'success', msg: '', ignored_parameters_unsupported: [] }],
])('the check of replies finds %s', (_what, body) => {
  expect(() => checkReply(raw, body)).toThrow('GET /raw answered outside its declaration')
  expect(() => checkReply(raw, { result: 'success', msg: '', a: 1 })).not.toThrow()
})

test.each<[what: string, headers: Record<string, string>, query: string, name: string]>([
  ['the parameter', { 'user-agent': 'ZulipPython/0.9' }, 'client=my%20bot', 'my bot'],
  ['the User-Agent before its slash', { 'user-agent': 'ZulipPython/0.9 (Linux)' }, 'client=', 'ZulipPython'],
  ['a User-Agent without a slash', { 'user-agent': 'curl' }, '', 'curl'],
  ['nothing', { 'user-agent': '' }, '', 'Unspecified'],
  ['30 characters of it', {}, `client=${encodeURIComponent('😀'.repeat(31))}`, '😀'.repeat(30)],
])("the client's name is %s", async (_what, headers, query, name) => {
  await facade.send('GET', '/required', { headers, query })
  expect(facade.executor.callers.at(-1)?.clientName).toBe(name)
})

test('an endpoint and the executor learn of the request what they may know', async () => {
  const { body } = await facade.send('GET', '/info', {
    query: { client: 'tests' },
    headers: { 'idempotency-key': 'k' },
  })
  const host = new URL(facade.url).host
  expect(body.info).toEqual({
    method: 'GET',
    path: '/info',
    host,
    clientName: 'tests',
    address: '127.0.0.1',
    key: 'k',
    client: true,
  })
  expect(facade.executor.callers.at(-1)).toEqual({
    authorization: credentials('member@example.com'),
    host,
    clientName: 'tests',
    idempotencyKey: 'k',
  })
})
