import { type Client, createClient } from 'graphql-ws'
import WebSocket from 'ws'
import type { Actor } from './actor.ts'

/**
 * Opens a websocket as an actor, the way graphql-ws clients do.
 *
 * @param options.lazy whether to connect only while something is asked; true unless told
 */
export function openSocket(actor: Actor, { lazy = true } = {}): Client {
  const { host, port } = actor.identity
  return createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    // Names the host, which selects the organization.
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocols: string | string[]) {
        super(url, protocols, { headers: { host } })
      }
    },
    lazy,
    // Whoever waits for something is told by that.
    onNonLazyError: () => {},
    retryAttempts: 0,
    connectionParams: { authorization: actor.headers.authorization, client: 'ParleyTest' },
  })
}

/** A subscription's values, to be awaited one by one. */
export interface Following<Value> {
  next(): Promise<Value>
  stop(): Promise<void>
}

/** Subscribes over a websocket. */
export function follow<Value>(
  actor: Actor,
  query: string,
  variables: Record<string, unknown> = {},
  operationName?: string,
): Following<Value> {
  const client = openSocket(actor)
  const values = client.iterate<Value>({ query, variables, ...(operationName && { operationName }) })
  return {
    async next() {
      const { value, done } = await values.next()
      if (done) throw new Error('The subscription has ended.')
      if (value.errors) throw Object.assign(new Error(value.errors[0]?.message), value.errors[0]?.extensions)
      return value.data as Value // The query's own shape, which the test states.
    },
    async stop() {
      await values.return?.()
      await client.dispose()
    },
  }
}
