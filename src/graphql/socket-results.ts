import type { ExecutionResult } from 'graphql'
import type { WebSocket } from 'ws'
import type { SharedResults } from './shared-results.ts'
import { endedBy, type FreshResults } from './subscribe.ts'

/** A socket with more than this to send keeps its subscriptions waiting, in bytes. */
const HIGH_WATER = 64 * 1024

/**
 * Writes a subscription's shared results to its socket itself, as the text that all who asked for
 * the same get. What is left for the one who iterates are results of its own, errors among them.
 */
export class SocketResults implements AsyncIterableIterator<ExecutionResult> {
  readonly #results: FreshResults
  readonly #shared: SharedResults
  readonly #socket: WebSocket
  readonly #head: string

  /** @param id the client's name for the operation */
  constructor(results: FreshResults, shared: SharedResults, socket: WebSocket, id: string) {
    this.#results = results
    this.#shared = shared
    this.#socket = socket
    this.#head = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    for (;;) {
      let step: IteratorResult<unknown>
      try {
        step = await this.#results.nextValue()
      } catch (error) {
        return { done: false, value: endedBy(error) }
      }
      if (step.done) return { done: true, value: undefined }
      const made = await this.#shared.resultOf(step.value, () => this.#results.resolve(step.value))
      if ('result' in made) return { done: false, value: made.result }
      await this.#send(`${this.#head}${made.text}}`)
    }
  }

  return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    return this.#results.return()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Resolves at once while the socket keeps up, else when the text has been written. */
  #send(text: string): Promise<void> | undefined {
    const socket = this.#socket
    // A closing socket ends its subscriptions.
    if (socket.readyState !== socket.OPEN) return undefined
    if (socket.bufferedAmount < HIGH_WATER) {
      socket.send(text)
      return undefined
    }
    return new Promise((resolve) => socket.send(text, () => resolve()))
  }
}
