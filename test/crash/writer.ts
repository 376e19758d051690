import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../support/actor.ts'

/**
 * Sends one message after the other, each until it is acknowledged, and then once more: under its
 * key every repetition must come to the same message.
 */
export class Writer {
  /** Contents of the messages that were acknowledged. */
  readonly acknowledged: string[] = []
  /** How often a repetition was answered with another message. */
  doubled = 0
  readonly #actor: Actor
  readonly #name: string
  #stopped = false
  #count = 0

  constructor(actor: Actor, name: string) {
    this.#actor = actor
    this.#name = name
  }

  stop(): void {
    this.#stopped = true
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      const content = `${this.#name}, message ${++this.#count}`
      const id = await this.#sendUntilAcknowledged(content)
      if (id === undefined) return
      this.acknowledged.push(content)
      const again = await this.#send(content)
      if (again !== undefined && again !== id) this.doubled++
    }
  }

  async #sendUntilAcknowledged(content: string): Promise<number | undefined> {
    while (!this.#stopped) {
      const id = await this.#send(content)
      if (id !== undefined) return id
      await sleep(50)
    }
    return undefined
  }

  /** The message's id; undefined when there was no answer, whatever became of the request. */
  async #send(content: string): Promise<number | undefined> {
    const message = { type: 'stream', to: 'general', topic: 'crash', content }
    const headers = { 'idempotency-key': content }
    try {
      const { status, body } = await this.#actor.request('POST', 'messages', message, headers)
      return status === 200 ? Number(body.id) : undefined
    } catch {
      return undefined
    }
  }
}
