import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFacade, type FacadeParts } from '../../../rest-facade/app.ts'
import type { Endpoint } from '../../../rest-facade/endpoint.ts'
import { checkReply } from '../../../rest-facade/reply.ts'
import { credentials, type FakeExecutor, fakeExecutor } from './fake-executor.ts'

/** A reply as tests look at it. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // The parsed body; tests compare it with what they expect, whatever its shape.
  readonly body: Record<string, unknown>
}

/** What a test sends besides method and path. */
export interface Sending {
  readonly query?: Record<string, string> | string
  readonly form?: Record<string, string> | string
  readonly body?: string | FormData
  readonly headers?: Record<string, string>
  /** Address of a known user; the member unless told, nobody when null. */
  readonly as?: string | null
}

export interface RunningFacade {
  readonly executor: FakeExecutor
  readonly url: string
  /** What was logged, oldest first. */
  readonly faults: readonly Readonly<Record<string, unknown>>[]
  send(method: string, path: string, sending?: Sending): Promise<Answer>
  close(): Promise<void>
}

/** Serves endpoints on a free port of this machine, and checks every success body it receives. */
export function runFacade(...endpoints: readonly Endpoint[]): Promise<RunningFacade> {
  return runFacadeWith({}, ...endpoints)
}

/** As `runFacade`, with further parts of the facade. */
export async function runFacadeWith(
  parts: Partial<FacadeParts>,
  ...endpoints: readonly Endpoint[]
): Promise<RunningFacade> {
  const executor = fakeExecutor()
  const faults: Readonly<Record<string, unknown>>[] = []
  const logger = { error: (details: Readonly<Record<string, unknown>>) => faults.push(details) }
  const server = createServer(createFacade({ executor, endpoints, logger, version: '1.2.3', ...parts }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a TCP port has this kind of address.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    executor,
    url,
    faults,
    async send(method, path, { query = '', form, body, headers = {}, as = 'member@example.com' } = {}) {
      const search = typeof query === 'string' ? query : new URLSearchParams(query).toString()
      const response = await fetch(`${url}${path}${search === '' ? '' : `?${search}`}`, {
        method,
        headers: {
          ...(as !== null && { authorization: credentials(as) }),
          ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form !== undefined && {
          body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
        }),
        ...(body !== undefined && { body }),
      })
      const text = await response.text()
      const parsed: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
      const declared = endpoints.find((one) => one.method === method && one.path === path)
      if (declared !== undefined && parsed.result === 'success') checkReply(declared, parsed)
      return { status: response.status, headers: response.headers, text, body: parsed }
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)))
        server.closeAllConnections()
      }),
  }
}
