import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  buildSchema,
  execute,
  GraphQLError,
  type GraphQLSchema,
  parse,
  subscribe as subscribeTo,
} from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'

const schema: GraphQLSchema = buildSchema(`
  type Query { viewer: Viewer, refuse(code: String!): Int, plain: Int, seen: String!, repeat(text: String): String }
  type Viewer { databaseId: Int!, role: Int!, isBot: Boolean!, isIncomingWebhook: Boolean! }
  type Subscription { count(to: Int!): Int!, forever: Int!, refused: Int! }
`)

type Headers = IncomingMessage['headers']

/** A GraphQL server as small as can be, to stand for a core in another process. */
export interface RemoteCoreStandIn {
  readonly url: string
  /** Resolves when a subscription to `forever` has ended on the server. */
  readonly foreverEnded: Promise<void>
  /** Closes every websocket at once, as a crash would. */
  breakSockets(): void
  close(): Promise<void>
}

export async function startRemoteCore(): Promise<RemoteCoreStandIn> {
  let ended: () => void
  const foreverEnded = new Promise<void>((resolve) => {
    ended = resolve
  })
  const root = (headers: Headers, params: Readonly<Record<string, unknown>> = {}) => ({
    viewer: () => {
      if (headers.authorization === 'Basic wrong') {
        throw new GraphQLError('Invalid API key', { extensions: { code: 'INVALID_API_KEY', status: 401 } })
      }
      return headers.authorization === undefined
        ? null
        : { databaseId: 7, role: 400, isBot: true, isIncomingWebhook: false }
    },
    refuse: ({ code }: { code: string }) => {
      throw new GraphQLError('Refused', { extensions: { code, status: 404, queue_id: 'q' } })
    },
    plain: () => {
      throw new Error('A detail')
    },
    seen: () =>
      [headers.authorization, headers['x-forwarded-host'], headers['x-parley-client'], params.client].join(
        ' | ',
      ),
    repeat: ({ text }: { text?: string | null }) => (text === undefined ? 'absent' : String(text)),
    async *count({ to }: { to: number }) {
      for (let count = 1; count <= to; count += 1) yield { count }
    },
    forever: () => neverEnding(() => ended()),
    refused: () => {
      throw new GraphQLError('Too old', { extensions: { code: 'EVENTS_PRUNED', status: 400, oldest: 3 } })
    },
  })
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { query, variables } = JSON.parse(text)
    const result = await execute({
      schema,
      document: parse(query),
      variableValues: variables,
      rootValue: root(request.headers),
    })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result))
  })
  const sockets = new WebSocketServer({ server, path: '/graphql' })
  useServer<Record<string, unknown>, { request: IncomingMessage }>(
    {
      execute,
      subscribe: subscribeTo,
      onConnect: ({ connectionParams }) => connectionParams?.authorization !== 'Basic wrong',
      onSubscribe: ({ connectionParams, extra }, _id, { query, variables }) => ({
        schema,
        document: parse(query),
        variableValues: variables ?? {},
        rootValue: root(extra.request.headers, connectionParams ?? {}),
      }),
    },
    sockets,
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a TCP port has this kind of address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    foreverEnded,
    breakSockets: () => {
      for (const socket of sockets.clients) socket.terminate()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Yields once, then waits until its consumer returns. */
function neverEnding(onEnd: () => void): AsyncIterableIterator<{ forever: number }> {
  let finish: (result: IteratorResult<{ forever: number }>) => void = () => undefined
  let first = true
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next() {
      if (!first) return new Promise((resolve) => (finish = resolve))
      first = false
      return Promise.resolve({ done: false, value: { forever: 1 } })
    },
    return() {
      onEnd()
      finish({ done: true, value: undefined })
      return Promise.resolve({ done: true, value: undefined })
    },
  }
}
