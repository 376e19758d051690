import { z } from 'zod'
import { errorStatus } from '../src/contract/error-codes.ts'
import type { Endpoint } from './endpoint.ts'
import type { JsonSchema, Parameter } from './parameters/parameter.ts'
import { successSchema } from './reply.ts'

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'

/**
 * Describes the declared endpoints as OpenAPI 3.1.
 *
 * Paths that differ only in the kind of their parameter (`/users/{user_id}` and `/users/{email}`)
 * both stand, as in the reference, although OpenAPI calls such templates ambiguous: the integer wins.
 *
 * @param version - the server's version
 * @returns a plain object, ready for JSON
 */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:([A-Za-z_]\w*)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parley REST API', version },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'Address and API key' } },
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description: 'The request was refused; fields of the code stand beside it',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['result', 'msg'],
  properties: {
    result: { const: 'error' },
    msg: { type: 'string', description: 'For people; clients decide on the code' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
  },
}

const security: Readonly<Record<Endpoint['authentication'], readonly JsonSchema[]>> = {
  required: [{ basic: [] }],
  optional: [{ basic: [] }, {}],
  none: [],
}

function operation(endpoint: Endpoint): JsonSchema {
  const { method, path, summary, description, authentication, parameters } = endpoint
  const declared = Object.entries(parameters)
  const inForm = declared.filter(([, { specification }]) => specification.place === 'form')
  const inUrl = method === 'GET' ? declared : declared.filter((entry) => !inForm.includes(entry))
  const takesFiles = endpoint.acceptsFiles || endpoint.streamsFile
  const takesBody = method !== 'GET' && (inForm.length > 0 || takesFiles)
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    summary,
    ...(description !== undefined && { description }),
    security: security[authentication],
    ...(inUrl.length > 0 && { parameters: inUrl.map(([name, parameter]) => urlParameter(name, parameter)) }),
    ...(takesBody && { requestBody: requestBody(inForm, takesFiles) }),
    responses: {
      200: {
        description: 'Success',
        content: {
          'application/json': {
            schema: withoutDialect(z.toJSONSchema(successSchema(endpoint.reply), { unrepresentable: 'any' })),
          },
        },
      },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

function urlParameter(name: string, parameter: Parameter<unknown>): JsonSchema {
  const { place, required, encoding } = parameter.specification
  const schema = valueSchema(parameter)
  return {
    name,
    in: place === 'form' ? 'query' : 'path',
    required,
    ...describing(parameter),
    ...(encoding === 'json' ? { content: { 'application/json': { schema } } } : { schema }),
  }
}

function requestBody(
  fields: readonly (readonly [string, Parameter<unknown>])[],
  acceptsFiles: boolean,
): JsonSchema {
  const required = fields.filter(([, { specification }]) => specification.required).map(([name]) => name)
  const json = fields.filter(([, { specification }]) => specification.encoding === 'json')
  const properties = fields.map(([name, parameter]) => [
    name,
    { ...valueSchema(parameter), ...describing(parameter) },
  ])
  const body = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    encoding: Object.fromEntries(json.map(([name]) => [name, { contentType: 'application/json' }])),
  }
  return {
    required: required.length > 0 || acceptsFiles,
    content: acceptsFiles ? { [multipart]: body } : { [form]: body, [multipart]: body },
  }
}

function valueSchema({ specification: { schema, absent } }: Parameter<unknown>): JsonSchema {
  return { ...schema(), ...(absent !== undefined && { default: absent }) }
}

function describing({ specification: { aliases, description } }: Parameter<unknown>): JsonSchema {
  const also = aliases.length === 0 ? [] : [`Also accepted as ${aliases.join(', ')}.`]
  const text = [...(description === undefined ? [] : [description]), ...also].join(' ')
  return text === '' ? {} : { description: text }
}

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
