import type { IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'
import { discoverEndpoints } from '../../rest-facade/discover.ts'
import type { Endpoint } from '../../rest-facade/endpoint.ts'
import { checkReply } from '../../rest-facade/reply.ts'
import { routeTable } from '../../rest-facade/routing.ts'
import { send } from './http.ts'

/** A request's parameters: strings go as they are, everything else as JSON text. */
export type Parameters = Readonly<Record<string, unknown>>

/** An answered request. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
}

/** A request under way, with what is expected of its answer. */
export interface Request extends PromiseLike<Reply> {
  /** Resolves with the body of a success. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies whose closed shape was checked just before.
  succeeds(): Promise<any>
  /** Resolves with the body of an error that has this code, this status and this message or part of it. */
  fails(
    code: string | undefined,
    message?: string | RegExp,
    status?: number,
  ): Promise<Record<string, unknown>>
}

/** Whom a test acts as: somebody with an address and a key, on one server. */
export interface ActorIdentity {
  readonly port: number
  /** Selects the organization. */
  readonly host: string
  readonly email: string
  readonly apiKey: string
}

const routes = discoverEndpoints().then(routeTable)

/** The endpoint that a request reaches: its declaration is what the answer is checked against. */
async function endpointOf(method: string, path: string): Promise<Endpoint | undefined> {
  return (await routes).find(method, path)?.match?.endpoint
}

/** Encodes parameters as clients of the API do. */
export function encodeParameters(parameters: Parameters): URLSearchParams {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) encoded.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return encoded
}

/** A person or bot who speaks to the server as clients do: over HTTP. */
export class Actor {
  readonly identity: ActorIdentity

  constructor(identity: ActorIdentity) {
    this.identity = identity
  }

  /** The same person on another node. */
  on(port: number): Actor {
    return new Actor({ ...this.identity, port })
  }

  get(path: string, parameters: Parameters = {}): Request {
    return this.request('GET', path, parameters)
  }

  post(path: string, parameters: Parameters = {}): Request {
    return this.request('POST', path, parameters)
  }

  patch(path: string, parameters: Parameters = {}): Request {
    return this.request('PATCH', path, parameters)
  }

  delete(path: string, parameters: Parameters = {}): Request {
    return this.request('DELETE', path, parameters)
  }

  /** @param headers more of them, such as an Idempotency-Key */
  request(
    method: string,
    path: string,
    parameters: Parameters = {},
    headers: Readonly<Record<string, string>> = {},
  ): Request {
    return expectations(`${method} /${path}`, this.#send(method, path, parameters, headers))
  }

  /** Runs a GraphQL operation over HTTP; resolves with its data, rejects with its first error. */
  // biome-ignore lint/suspicious/noExplicitAny: the operation is text, so that its type is unknown here.
  async graphql(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<any> {
    const { data, errors } = await this.graphqlResult(query, variables)
    if (errors) throw Object.assign(new Error(errors[0].message), errors[0].extensions)
    return data
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async graphqlResult(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<any> {
    const { text } = await send(
      this.identity.port,
      'POST',
      '/graphql',
      { ...this.headers, 'content-type': 'application/json' },
      JSON.stringify({ query, variables }),
    )
    return JSON.parse(text)
  }

  get headers(): Record<string, string> {
    const { email, apiKey, host } = this.identity
    return {
      authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
      host,
      'user-agent': 'ParleyTest/1.0',
    }
  }

  async #send(
    method: string,
    path: string,
    parameters: Parameters,
    more: Readonly<Record<string, string>>,
  ): Promise<Reply> {
    const headers = { ...this.headers, ...more }
    const encoded = encodeParameters(parameters)
    const inQuery = method === 'GET' || method === 'HEAD'
    const query = inQuery && encoded.size > 0 ? `?${encoded}` : ''
    const response = await send(
      this.identity.port,
      method,
      `/api/v1/${path}${query}`,
      inQuery ? headers : { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      inQuery ? undefined : encoded.toString(),
    )
    const body = response.text === '' ? {} : (JSON.parse(response.text) as Record<string, unknown>)
    if (response.status === 200) {
      const endpoint = await endpointOf(method, `/${path.split('?')[0]}`)
      if (endpoint) checkReply(endpoint, body)
    }
    return { status: response.status, headers: response.headers, body }
  }
}

function expectations(title: string, reply: Promise<Reply>): Request {
  return {
    // biome-ignore lint/suspicious/noThenProperty: a request can be awaited as it is, for its bare reply.
    then: (resolve, reject) => reply.then(resolve, reject),
    async succeeds() {
      const { status, body } = await reply
      expect(body, `${title} answered ${status}`).toMatchObject({ result: 'success' })
      expect(status).toBe(200)
      return body
    },
    async fails(code, message, status) {
      const answered = await reply
      expect(answered.body, `${title} answered ${answered.status}`).toMatchObject({
        result: 'error',
        ...(code === undefined ? {} : { code }),
      })
      if (code === undefined) expect(answered.body).not.toHaveProperty('code')
      expect(answered.status).toBe(status ?? 400)
      if (message !== undefined) expect(answered.body.msg).toMatch(message)
      return answered.body
    },
  }
}
