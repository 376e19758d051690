import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type Method } from '../../rest-facade/endpoint.ts'
import type { Parameter } from '../../rest-facade/parameters/parameter.ts'
import { pathInteger, pathRest, pathText } from '../../rest-facade/parameters/path.ts'
import { routeTable } from '../../rest-facade/routing.ts'
import { type RunningFacade, runFacade } from './support/running-facade.ts'

function route(method: Method, path: `/${string}`, parameters: Record<string, Parameter<unknown>> = {}) {
  return endpoint(`${method} ${path}`, {
    summary: path,
    parameters,
    reply: z.strictObject({ path: z.string(), values: z.record(z.string(), z.unknown()) }),
  }).answer(async ({ parameters: values }) => ({ path, values }))
}

let facade: RunningFacade

beforeAll(async () => {
  facade = await runFacade(
    route('GET', '/users/:email', { email: pathText() }),
    route('PATCH', '/users/:email', { email: pathText() }),
    route('GET', '/users/:user_id', { user_id: pathInteger() }),
    route('DELETE', '/users/:user_id', { user_id: pathInteger() }),
    route('POST', '/users/:id/status', { id: pathInteger() }),
    route('GET', '/users/me'),
    route('DELETE', '/users/me'),
    route('GET', '/users/me/:stream_id/topics', { stream_id: pathInteger() }),
    route('PATCH', '/users/me/subscriptions/:stream_id', { stream_id: pathInteger() }),
    route('PATCH', '/users/me/subscriptions/muted_topics'),
    route('GET', '/user_uploads/:realm/:filename', { realm: pathText(), filename: pathRest() }),
    route('GET', '/users'),
  )
})

afterAll(() => facade.close())

test.each<[Method, sent: string, served: string, values: Record<string, unknown>]>([
  ['GET', '/users', '/users', {}],
  ['GET', '/users/me', '/users/me', {}],
  ['GET', '/users/7', '/users/:user_id', { user_id: 7 }],
  ['GET', '/users/a%40example.com', '/users/:email', { email: 'a@example.com' }],
  ['GET', '/users/7a', '/users/:email', { email: '7a' }],
  ['GET', '/users/-7', '/users/:email', { email: '-7' }],
  ['GET', '/users/99999999999', '/users/:email', { email: '99999999999' }],
  ['DELETE', '/users/7', '/users/:user_id', { user_id: 7 }],
  ['PATCH', '/users/a', '/users/:email', { email: 'a' }],
  ['GET', '/users/me/5/topics', '/users/me/:stream_id/topics', { stream_id: 5 }],
  ['PATCH', '/users/me/subscriptions/muted_topics', '/users/me/subscriptions/muted_topics', {}],
  ['PATCH', '/users/me/subscriptions/3', '/users/me/subscriptions/:stream_id', { stream_id: 3 }],
  [
    'GET',
    '/user_uploads/2/4e/key/a%20b.txt',
    '/user_uploads/:realm/:filename',
    { realm: '2', filename: '4e/key/a b.txt' },
  ],
])('%s %s is served by %s', async (method, sent, path, values) => {
  const { body } = await facade.send(method, sent)
  expect(body).toEqual({ result: 'success', msg: '', path, values })
})

test.each(['/nothing', '/users/x/status', '/users/me/x/topics', '/users/', '/users/me/', '/user_uploads/2'])(
  '%s matches no route',
  async (path) => {
    const { status, headers, body } = await facade.send('GET', path)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toMatchObject({ result: 'error' })
  },
)

test('the most literal path decides which methods there are', async () => {
  const { status, body, headers } = await facade.send('PATCH', '/users/me')
  expect(status).toBe(405)
  expect(body.allowed_methods).toEqual(['DELETE', 'GET', 'HEAD'])
  expect(body).not.toHaveProperty('code')
  expect(headers.get('allow')).toBe('DELETE, GET, HEAD')
})

test('OPTIONS on a known path answers 204 with the methods, without credentials', async () => {
  const { status, headers, text } = await facade.send('OPTIONS', '/users/7', { as: null })
  expect({ status, text, allow: headers.get('allow') }).toEqual({
    status: 204,
    text: '',
    allow: 'DELETE, GET, HEAD',
  })
})

test('OPTIONS on an unknown path answers 404', async () => {
  expect((await facade.send('OPTIONS', '/nothing')).status).toBe(404)
})

test('HEAD is answered wherever GET is, with the headers of the same body', async () => {
  const head = await facade.send('HEAD', '/users/me')
  const get = await facade.send('GET', '/users/me')
  expect(head.status).toBe(200)
  expect(head.text).toBe('')
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  expect((await facade.send('HEAD', '/users/5/status')).status).toBe(405)
})

test('a malformed text in the path is refused', async () => {
  for (const path of ['/users/%zz', '/users/a%00b']) {
    const { status, body } = await facade.send('GET', path)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' })
  }
})

test('two endpoints for the same requests are refused', () => {
  const twins = [route('GET', '/a/:x', { x: pathInteger() }), route('GET', '/a/:y', { y: pathInteger() })]
  expect(() => routeTable(twins)).toThrow('GET /a/:y is declared twice (also as /a/:x)')
})
