import type { CodedError } from '../contract/coded-error.ts'
import type { EventReader } from './reader.ts'

/** Somebody who reads the log, and can be told to stop. */
export interface Reading {
  readonly reader: EventReader
  end(refusal?: CodedError): void
}

interface Held {
  readonly reading: Reading
  /** When the poll began or was last mentioned, in UNIX milliseconds. */
  noted: number
}

/**
 * The polls that this process holds, one a queue: a second poll on a queue ends the first at once
 * (reference: "One poller per queue").
 */
export class Polls {
  readonly #held = new Map<string, Held>()
  /** Readers without a queue, which only the end of the server concerns. */
  readonly #others = new Set<Reading>()
  #ended = false

  /** How many polls are held now. */
  get held(): number {
    return this.#held.size
  }

  /** Takes over a queue: whoever reads it now is ended. */
  begin(queueId: string, reading: Reading): void {
    this.end(queueId)
    if (this.#ended) reading.end()
    else this.#held.set(queueId, { reading, noted: Date.now() })
  }

  /** Forgets a poll that has ended, unless another has taken its place. */
  leave(queueId: string, reading: Reading): void {
    if (this.#held.get(queueId)?.reading === reading) this.#held.delete(queueId)
  }

  /** Takes in a reader of the log who has no queue. */
  beginWithoutQueue(reading: Reading): void {
    if (this.#ended) reading.end()
    else this.#others.add(reading)
  }

  /** Forgets a reader without a queue that has ended. */
  leaveWithoutQueue(reading: Reading): void {
    this.#others.delete(reading)
  }

  /**
   * The queues that are being read for longer than this, counted from their last mention here.
   *
   * @param longerThan milliseconds
   */
  heldFor(longerThan: number): string[] {
    const now = Date.now()
    const long = [...this.#held].filter(([, { noted }]) => now - noted >= longerThan)
    for (const [, held] of long) held.noted = now
    return long.map(([queueId]) => queueId)
  }

  /** Ends the poll that is held on a queue, if one is. */
  end(queueId: string): void {
    const held = this.#held.get(queueId)
    this.#held.delete(queueId)
    held?.reading.end()
  }

  /** Everybody who reads the log in a user's name. */
  readingsOf(userId: number): Reading[] {
    const all = [...[...this.#held.values()].map(({ reading }) => reading), ...this.#others]
    return all.filter(({ reader }) => reader.userId === userId)
  }

  /** Ends all polls and all other readers, and those who come later at once: the server is stopping. */
  endAll(): void {
    this.#ended = true
    for (const { reading } of [...this.#held.values()]) reading.end()
    for (const reading of [...this.#others]) reading.end()
    this.#held.clear()
    this.#others.clear()
  }
}
