import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../rest-facade/endpoint.ts'
import { boolean, integer, json, textOrJson } from '../../rest-facade/parameters/json.ts'
import { pathInteger } from '../../rest-facade/parameters/path.ts'
import { oneOf, text } from '../../rest-facade/parameters/text.ts'
import { noFields } from '../../rest-facade/reply.ts'
import { type RunningFacade, runFacade } from './support/running-facade.ts'

let facade: RunningFacade
// The document is arbitrary JSON; the tests name what they expect of it.
let document: Record<string, unknown>

beforeAll(async () => {
  facade = await runFacade(
    endpoint('PATCH /messages/:message_id', {
      summary: 'Edit a message',
      description: 'Longer.',
      parameters: {
        message_id: pathInteger().describe('Its id'),
        topic: text({ maxLength: 60, nonBlank: true }).alias('subject').describe('New topic.').optional(),
        mode: oneOf(['one', 'all']).default('one'),
        ids: json(z.array(z.strictObject({ id: z.int() }))),
        to: textOrJson(z.union([z.string(), z.int()])).optional(),
      },
      reply: z.strictObject({
        count: z.int(),
        inner: z.strictObject({ note: z.string().nullable() }).optional(),
      }),
    }).answer(async () => ({ count: 1 })),
    endpoint('GET /messages', {
      summary: 'List messages',
      authentication: 'optional',
      parameters: { num_before: integer({ min: 0 }), client_gravatar: boolean().default(true) },
      reply: noFields,
    }).answer(async () => ({})),
    endpoint('POST /files', {
      summary: 'Upload',
      authentication: 'none',
      acceptsFiles: true,
      parameters: {},
      reply: noFields,
    }).answer(async () => ({})),
  )
  const { status, body } = await facade.send('GET', '/openapi.json', { as: null })
  expect(status).toBe(200)
  document = body
})

afterAll(() => facade.close())

test('the document names its version and how to authenticate', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.2.3' },
    components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
  })
  expect(Object.keys(Object(document.paths))).toEqual(['/messages/{message_id}', '/messages', '/files'])
})

test('a body parameter has its schema, default, aliases, encoding and whether it is required', () => {
  expect(document).toHaveProperty(['paths', '/messages/{message_id}', 'patch', 'requestBody'])
  const body = Object(document.paths)['/messages/{message_id}'].patch.requestBody
  expect(body.required).toBe(true)
  expect(body.content['application/x-www-form-urlencoded']).toEqual({
    schema: {
      type: 'object',
      required: ['ids'],
      properties: {
        topic: {
          type: 'string',
          minLength: 1,
          maxLength: 60,
          description: 'New topic. Also accepted as subject.',
        },
        mode: { type: 'string', enum: ['one', 'all'], default: 'one' },
        ids: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
        to: {
          anyOf: [
            { type: 'string' },
            { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          ],
        },
      },
    },
    encoding: { ids: { contentType: 'application/json' } },
  })
})

test('path and query parameters stand in the URL', () => {
  const { paths } = document
  expect(Object(paths)['/messages/{message_id}'].patch.parameters).toEqual([
    {
      name: 'message_id',
      in: 'path',
      required: true,
      description: 'Its id',
      schema: { type: 'integer', minimum: 0, maximum: 2147483647 },
    },
  ])
  expect(Object(paths)['/messages'].get.parameters).toEqual([
    {
      name: 'num_before',
      in: 'query',
      required: true,
      content: { 'application/json': { schema: { type: 'integer', minimum: 0, maximum: 2147483647 } } },
    },
    {
      name: 'client_gravatar',
      in: 'query',
      required: false,
      content: { 'application/json': { schema: { type: 'boolean', default: true } } },
    },
  ])
})

test('a reply is described as a closed object with the envelope', () => {
  const { schema } = Object(document.paths)['/messages/{message_id}'].patch.responses[200].content[
    'application/json'
  ]
  expect(schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['result', 'msg', 'count'],
  })
  expect(Object.keys(schema.properties)).toEqual([
    'result',
    'msg',
    'count',
    'inner',
    'ignored_parameters_unsupported',
  ])
  expect(schema.properties.inner.additionalProperties).toBe(false)
})

test('authentication is required, optional or none', () => {
  const paths = Object(document.paths)
  expect(paths['/messages/{message_id}'].patch.security).toEqual([{ basic: [] }])
  expect(paths['/messages'].get.security).toEqual([{ basic: [] }, {}])
  expect(paths['/files'].post.security).toEqual([])
})

test('an endpoint that accepts files takes multipart bodies only', () => {
  expect(Object.keys(Object(document.paths)['/files'].post.requestBody.content)).toEqual([
    'multipart/form-data',
  ])
})

test('every reference within the document leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(references.length).toBeGreaterThan(0)
  for (const path of references) expect(document).toHaveProperty(path.split('/'))
})

test('operation ids are unique', () => {
  const ids = [...JSON.stringify(document).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the document answers GET, HEAD and OPTIONS only', async () => {
  expect((await facade.send('HEAD', '/openapi.json')).status).toBe(200)
  expect((await facade.send('OPTIONS', '/openapi.json')).status).toBe(204)
  expect((await facade.send('POST', '/openapi.json')).status).toBe(405)
})
