import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { CodedError } from '../src/contract/coded-error.ts'
import type { Caller } from '../src/contract/executor.ts'
import { areRemoteErrors, remoteFailure } from './remote-errors.ts'

interface Operation {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * Runs one subscription on a socket of its own: the core checks credentials once per socket, and the
 * facade's callers differ.
 *
 * @param url - of the core's websocket, `ws:` or `wss:`
 * @param headers - sent with the handshake
 * @returns the `data` of each result. `return` ends the subscription and closes the socket at once,
 *   also while a `next` waits. Throws CodedError from the core, Error when the connection is lost
 */
export function subscribeRemotely(
  url: string,
  headers: Readonly<Record<string, string>>,
  { authorization, clientName }: Caller,
  operation: Operation,
): AsyncIterableIterator<unknown> {
  const client = createClient({
    url,
    webSocketImpl: socketWith(headers),
    connectionParams: { ...(authorization !== undefined && { authorization }), client: clientName },
    // Started again, an operation would repeat what was delivered; who asked knows where to go on.
    retryAttempts: 0,
  })
  const results = client.iterate({ ...operation })
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await results.return?.()
    await client.dispose()
    return { done: true, value: undefined }
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        const step = await results.next()
        if (step.done) return await end()
        if (step.value.errors !== undefined) throw remoteFailure(step.value.errors)
        return { done: false, value: step.value.data }
      } catch (error) {
        await end()
        throw failureOf(error)
      }
    },
    return: end,
  }
}

function socketWith(headers: Readonly<Record<string, string>>): unknown {
  return class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { headers })
    }
  }
}

function failureOf(error: unknown): Error {
  if (error instanceof Error) return error
  if (areRemoteErrors(error)) return remoteFailure(error)
  // What is left is the event of a closed or failed socket. 4401 and 4403 mean refused credentials.
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  if (code === 4401 || code === 4403) return new CodedError('UNAUTHORIZED', 'The credentials were refused')
  return new Error(`The connection to the core was lost (${String(code ?? 'no code')})`, { cause: error })
}
