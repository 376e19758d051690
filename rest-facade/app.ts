import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { CodedError } from '../src/contract/coded-error.ts'
import type { Executor } from '../src/contract/executor.ts'
import { answerRequest, type Transport } from './answer-request.ts'
import type { Endpoint } from './endpoint.ts'
import {
  type Rendered,
  renderCodedError,
  renderFault,
  renderMethodNotAllowed,
  renderOptions,
  renderUnknownPath,
} from './errors.ts'
import { openApiDocument } from './openapi.ts'
import type { RateLimiter } from './rate-limit.ts'
import { type Match, routeTable } from './routing.ts'

/** Where faults are reported; the loggers of pino fit. */
export interface FacadeLogger {
  error(details: Readonly<Record<string, unknown>>, message: string): void
}

/** What a facade is made of. */
export interface FacadeParts {
  readonly executor: Executor
  readonly endpoints: readonly Endpoint[]
  readonly logger: FacadeLogger
  /** The server's version, for the OpenAPI document. */
  readonly version: string
  /** How host and address are found; from the connection itself unless told (see trusted proxies). */
  readonly transport?: Transport
  /** Counts requests by user or address; none are refused without it. */
  readonly limiter?: RateLimiter
  /** Answers what is below `/tus`: the core's own handler, or one that forwards to it. Without it nothing is there. */
  readonly resumableUploads?: RequestListener
}

const openApiPath = '/openapi.json'
const tusPath = /^\/tus(?:[/?]|$)/
/** In UTF-16 code units. */
const LONG_TEXT = 65_536
/** Made once: an error of its own for each leaving client would cost a stack trace. */
const hasLeft = new Error('The client has left')

/**
 * The REST API as one request handler, to be mounted at `/api/v1`: it reads `request.url` below the
 * mount point and answers every request, unknown paths included. It fits `app.use` of express and
 * `createServer` of node:http alike.
 *
 * @throws Error when two endpoints answer the same requests
 */
export function createFacade({
  executor,
  endpoints,
  logger,
  version,
  transport,
  limiter,
  resumableUploads,
}: FacadeParts): RequestListener {
  const routes = routeTable(endpoints)
  const knows = transport ?? ownTransport
  let openApi: string | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<Rendered> {
    const { method = 'GET', url = '/' } = request
    const question = url.indexOf('?')
    const path = question < 0 ? url : url.slice(0, question)
    const query = question < 0 ? '' : url.slice(question + 1)
    if (path === openApiPath) {
      openApi ??= `${JSON.stringify(openApiDocument(endpoints, version))}\n`
      return serveDocument(method, openApi)
    }
    const found = routes.find(method, path)
    if (found === null) return renderUnknownPath()
    if (method === 'OPTIONS') return renderOptions(found.allowed)
    if (found.match === null) return renderMethodNotAllowed(method, found.allowed)
    return answerOrFail(found.match, { request, response, path, query })
  }

  async function answerOrFail(match: Match, incoming: Incoming): Promise<Rendered> {
    const headers: Record<string, string> = {}
    const leaving = new AbortController()
    incoming.response.once('close', () => {
      // An answered request ends so, too, and then nobody is waiting for the signal.
      if (!incoming.response.writableEnded) leaving.abort(hasLeft)
    })
    try {
      const body = await answerRequest(
        { executor, transport: knows, limiter: limiter ?? null, match, headers, signal: leaving.signal },
        incoming,
      )
      return { status: 200, headers, body }
    } catch (error) {
      if (error instanceof CodedError) {
        const reply = renderCodedError(error, match.endpoint.authentication !== 'none')
        return { ...reply, headers: { ...headers, ...reply.headers } }
      }
      const requestId = randomUUID()
      // A caller who has gone away cuts off reading and waiting; nobody needs to hear of that.
      if (!leaving.signal.aborted) {
        const { method, path } = match.endpoint
        logger.error({ error, requestId, method, path }, 'A REST request failed')
      }
      return renderFault(requestId)
    }
  }

  return (request, response) => {
    if (resumableUploads && tusPath.test(request.url ?? '')) {
      resumableUploads(request, response)
      return
    }
    answer(request, response).then(
      (reply) => write(response, reply),
      (error: unknown) => {
        const requestId = randomUUID()
        logger.error({ error, requestId }, 'A REST request failed')
        write(response, renderFault(requestId))
      },
    )
  }
}

interface Incoming {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: string
}

const ownTransport: Transport = {
  host: (request) => request.headers.host ?? '',
  address: (request) => request.socket.remoteAddress ?? '',
}

function serveDocument(method: string, body: string): Rendered {
  const allowed = ['GET', 'HEAD']
  if (method === 'OPTIONS') return renderOptions(allowed)
  if (!allowed.includes(method)) return renderMethodNotAllowed(method, allowed)
  return { status: 200, headers: {}, body }
}

function write(response: ServerResponse, { status, headers, body }: Rendered): void {
  if (response.destroyed || response.headersSent) return
  // A long text is encoded once, for its length and for the socket.
  const bytes = body.length > LONG_TEXT ? Buffer.from(body) : body
  const always =
    status === 204
      ? { 'Cache-Control': 'no-store' }
      : {
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(bytes)),
          'Cache-Control': 'no-store',
        }
  response.writeHead(status, { ...always, ...headers })
  response.end(bytes)
}
