import type { Server } from 'node:http'
import { type ExecutionArgs, type GraphQLError, parse, specifiedRules, validate } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '../contract/executor.ts'
import { textLimits } from '../contract/limits.ts'
import type { Core } from '../core.ts'
import { requestedHost } from '../requested-host.ts'
import { presentError } from './errors.ts'
import { openContext } from './execution.ts'
import { GRAPHQL_PATH } from './http.ts'
import { costRule } from './limits.ts'
import { schema } from './schema.ts'
import { SharedResults } from './shared-results.ts'
import { SocketResults } from './socket-results.ts'
import { FreshResults, subscribeAfresh } from './subscribe.ts'

/** Closes a socket whose client need not come back. */
const FORBIDDEN = 4403

/** What a client sends with `connection_init`; headers of the handshake count when it sends nothing. */
interface ConnectionParams extends Record<string, unknown> {
  /** As in the HTTP header: `Basic …` or `Bearer …`. */
  readonly authorization?: string
  /** Name of the calling program. */
  readonly client?: string
}

/**
 * GraphQL over websockets (graphql-ws protocol), on the same path as over HTTP. Credentials come
 * with `connectionParams`. They are checked when the connection opens (wrong ones close it with 4403)
 * and again for each operation: a connection can outlive a role or a key. It ends with the account, on
 * whichever node that is deactivated. A slow socket
 * holds back its own subscriptions: while it has too much to send, each of them waits before it reads on.
 *
 * @returns ends all connections
 */
export function serveWebSockets(core: Core, server: Server): () => Promise<void> {
  const sockets = new WebSocketServer({ server, path: GRAPHQL_PATH })
  const callers = new WeakMap<object, Caller>()
  const ofUsers = new Map<number, Set<WebSocket>>()
  core.accounts.onEnd((userId) => {
    for (const socket of ofUsers.get(userId) ?? []) socket.close(FORBIDDEN, 'Account is deactivated')
  })
  const disposable = useServer<ConnectionParams>(
    {
      subscribe: subscribeAfresh,
      onConnect: async (ctx) => {
        const { headers } = ctx.extra.request
        const authorization = ctx.connectionParams?.authorization ?? headers.authorization
        const caller: Caller = {
          authorization: typeof authorization === 'string' ? authorization : undefined,
          host: requestedHost(core.config, headers),
          clientName: clientNameOf(ctx.connectionParams?.client),
        }
        try {
          const { viewer } = await openContext(core, caller)
          callers.set(ctx, caller)
          if (viewer) {
            // Followed from now on, so that the end of the account is noticed.
            await core.hub.tail(viewer.organizationId)
            keep(ofUsers, viewer.id, ctx.extra.socket)
          }
          return true
        } catch (error) {
          core.logger.debug({ error }, 'a websocket was refused')
          return false
        }
      },
      onSubscribe: async (ctx, _id, payload): Promise<ExecutionArgs | readonly GraphQLError[]> => {
        const caller = callers.get(ctx)
        // onConnect has let it in before any operation is.
        if (!caller) throw new Error('The connection has no caller.')
        try {
          const document = parse(payload.query)
          const errors = validate(schema, document, [...specifiedRules, costRule(payload.variables ?? {})])
          if (errors.length > 0) return errors
          return {
            schema,
            document,
            contextValue: await openContext(core, caller),
            ...(payload.operationName ? { operationName: payload.operationName } : {}),
            ...(payload.variables ? { variableValues: payload.variables } : {}),
          }
        } catch (error) {
          return [presentError(error, core.logger)]
        }
      },
      onOperation: (ctx, id, payload, args, results) => {
        if (!(results instanceof FreshResults)) return undefined
        const shared = SharedResults.of(args, payload.query)
        return shared ? new SocketResults(results, shared, ctx.extra.socket, id) : undefined
      },
      onNext: (_ctx, _id, _payload, _args, result) => {
        if (!result.errors) return undefined
        const errors = result.errors.map((error) => presentError(error, core.logger).toJSON())
        return { data: result.data ?? null, errors }
      },
      onError: (_ctx, _id, _payload, errors) =>
        errors.map((error) => presentError(error, core.logger).toJSON()),
    },
    sockets,
  )
  return async () => {
    await disposable.dispose()
  }
}

/** Remembers whose socket it is, until it closes. */
function keep(ofUsers: Map<number, Set<WebSocket>>, userId: number, socket: WebSocket): void {
  const sockets = ofUsers.get(userId) ?? new Set()
  ofUsers.set(userId, sockets.add(socket))
  socket.once('close', () => {
    sockets.delete(socket)
    if (sockets.size === 0) ofUsers.delete(userId)
  })
}

function clientNameOf(given: unknown): string {
  return [...String(given ?? 'Unspecified')].slice(0, textLimits.clientName).join('')
}
