import type { CodedError } from '../contract/coded-error.ts'
import type { LoggedEvent } from './log.ts'
import type { Reading } from './polls.ts'
import type { EventReader } from './reader.ts'
import type { LogTail, Waiter } from './tail.ts'

/** Events in order, and the position after them: the cursor to come back with. */
export interface FollowedBatch {
  readonly events: readonly LoggedEvent[]
  readonly lastEventId: number
}

/**
 * Follows the log: first, at once, what there is after `after` (possibly nothing), then every
 * further batch as it comes, until it is ended. Holds no buffer: a consumer who takes long reads on
 * from where it was. Thousands of these wait at a time, so that each is one object, without
 * generators, closures and abort signals.
 */
export abstract class LogFollower<Shown> implements AsyncIterableIterator<Shown>, Reading, Waiter {
  readonly reader: EventReader
  readonly #tail: LogTail
  #cursor: number
  #isFirst = true
  #ended = false
  /** Why it was ended, for whoever asks next. */
  #refusal: CodedError | undefined
  /** Goes on after the wait under way. */
  #goOn: (() => void) | undefined

  constructor(tail: LogTail, reader: EventReader, after: number) {
    this.#tail = tail
    this.reader = reader
    this.#cursor = after
  }

  /** What the consumer gets for a batch. */
  protected abstract show(batch: FollowedBatch): Shown

  /** Called once, when it has ended. */
  protected abstract ended(): void

  async next(): Promise<IteratorResult<Shown, undefined>> {
    while (!this.#ended) {
      const batch = await this.#tail.read(this.reader, this.#cursor)
      if (this.#ended) break
      const moved = batch.through > this.#cursor
      this.#cursor = batch.through
      if (batch.events.length > 0 || (this.#isFirst && !moved)) {
        this.#isFirst = false
        const lastEventId = batch.events.at(-1)?.id ?? this.#cursor
        return { done: false, value: this.show({ events: batch.events, lastEventId }) }
      }
      if (!moved) await this.#wait()
    }
    const refusal = this.#refusal
    this.#refusal = undefined
    if (refusal) throw refusal
    return { done: true, value: undefined }
  }

  wake(cursor: number): void {
    this.#cursor = cursor
    this.#goOn?.()
  }

  /** Ends it, also while a `next` waits; with a refusal, that is what the consumer gets at last. */
  end(refusal?: CodedError): void {
    if (this.#ended) return
    this.#ended = true
    this.#refusal = refusal
    this.#tail.stopWaiting(this)
    this.#goOn?.()
    this.ended()
  }

  return(): Promise<IteratorResult<Shown, undefined>> {
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve
      this.#tail.wait(this, this.#cursor)
    })
  }
}
