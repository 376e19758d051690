import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../rest-facade/endpoint.ts'
import { text } from '../../rest-facade/parameters/text.ts'
import { type RunningFacade, runFacade } from './support/running-facade.ts'

const parameters = { a: text().optional(), b: text().optional() }
const reply = z.strictObject({ a: z.string().optional(), b: z.string().optional() })

let facade: RunningFacade

beforeAll(async () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  facade = await runFacade(
    ...methods.map((method) =>
      endpoint(`${method} /pair`, { summary: 'Pair', parameters, reply }).answer(
        async ({ parameters: { a, b } }) => ({
          ...(a !== undefined && { a }),
          ...(b !== undefined && { b }),
        }),
      ),
    ),
    endpoint('POST /files', {
      summary: 'Files',
      parameters: { a: text().optional() },
      acceptsFiles: true,
      bodyLimit: 2000,
      reply: z.strictObject({ files: z.array(z.tuple([z.string(), z.string(), z.string()])) }),
    }).answer(async ({ request }) => ({
      files: request.files.map(({ field, name, bytes }): [string, string, string] => [
        field,
        name,
        bytes.toString(),
      ]),
    })),
  )
})

afterAll(() => facade.close())

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s reads query string and form, and the form wins',
  async (method) => {
    const { body } = await facade.send(method, '/pair', {
      query: { a: 'query', b: 'query' },
      form: { a: 'form' },
    })
    expect(body).toMatchObject({ a: 'form', b: 'query' })
  },
)

test('GET reads the query string', async () => {
  const { body } = await facade.send('GET', '/pair', { query: 'a=1+2%2B3&b=%F0%9F%98%80' })
  expect(body).toMatchObject({ a: '1 2+3', b: '😀' })
})

test('of a repeated field the last one counts', async () => {
  const { body } = await facade.send('POST', '/pair', { query: 'b=1&b=2', form: 'a=1&a=2' })
  expect(body).toMatchObject({ a: '2', b: '2' })
})

test('a field without an equals sign is the empty string', async () => {
  const { body } = await facade.send('POST', '/pair', { form: 'a&b=' })
  expect(body).toMatchObject({ a: '', b: '' })
})

test('names that JavaScript objects know are ordinary fields', async () => {
  const { body } = await facade.send('POST', '/pair', { form: '__proto__=1&constructor=2&a=3' })
  expect(body).toMatchObject({ a: '3', ignored_parameters_unsupported: ['__proto__', 'constructor'] })
})

test('malformed percent-encoding is refused in query string and form', async () => {
  for (const sending of [{ query: 'a=%zz' }, { form: 'a=%ff' }]) {
    const { status, body } = await facade.send('POST', '/pair', sending)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' })
  }
})

test('a thousand fields are read and one more is refused', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `x${index}=`).join('&')
  expect((await facade.send('POST', '/pair', { form: fields(1000) })).status).toBe(200)
  expect((await facade.send('POST', '/pair', { form: fields(1001) })).status).toBe(400)
})

test('a body of another media type counts as without fields', async () => {
  const { status, body } = await facade.send('POST', '/pair', {
    body: '{"a":"1"}',
    headers: { 'content-type': 'application/json' },
  })
  expect({ status, body }).toEqual({ status: 200, body: { result: 'success', msg: '' } })
})

test('multipart text fields are read like others, and unwanted files dropped', async () => {
  const form = new FormData()
  form.append('a', 'é\r\n"1"')
  form.append('b', new File(['x'], 'b.txt'))
  const { body } = await facade.send('POST', '/pair', { body: form, query: { b: 'query' } })
  expect(body).toEqual({ result: 'success', msg: '', a: 'é\r\n"1"', b: 'query' })
})

test('an endpoint that accepts files gets them by field name', async () => {
  const form = new FormData()
  form.append('file', new File(['content'], 'näme.txt'))
  const { body } = await facade.send('POST', '/files', { body: form })
  expect(body.files).toEqual([['file', 'näme.txt', 'content']])
})

test('a malformed multipart body is refused', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { status, body } = await facade.send('POST', '/pair', { body: 'not multipart', headers })
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' })
})

test('a multipart body of no bytes is a form without fields, as some clients send it', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const path of ['/pair', '/files']) {
    const { status, body } = await facade.send('POST', path, { headers, query: { a: 'query' } })
    expect({ status, body }).toMatchObject({ status: 200, body: { result: 'success' } })
  }
})

test('a body above the limit is refused with 413, announced or not', async () => {
  const announced = await facade.send('POST', '/files', { form: { a: 'x'.repeat(3000) } })
  const chunked = await rawRequest(
    'POST /files HTTP/1.1\r\nHost: x\r\nAuthorization: Basic bWVtYmVyQGV4YW1wbGUuY29tOmtleQ==\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n' +
      `bb8\r\n${'x'.repeat(3000)}\r\n`,
  )
  expect(announced).toMatchObject({ status: 413, body: { code: 'BAD_REQUEST' } })
  expect(chunked).toMatch(/^HTTP\/1\.1 413 /)
})

/** Sends bytes and returns everything until the server closes the connection. */
function rawRequest(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(facade.url).port), '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
  })
}
