import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../support/actor.ts'

/** Sends one message after the other, and remembers which of them were acknowledged. */
export class Writer {
  readonly acknowledged: string[] = []
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
      try {
        const { status, body } = await this.#actor.post('messages', {
          type: 'stream',
          to: 'general',
          topic: 'crash',
          content,
        })
        if (status === 200 && body.result === 'success') this.acknowledged.push(content)
      } catch {
        // Cut off: whether the message was written is not known, so nothing is claimed of it.
        await sleep(50)
      }
    }
  }
}
