import type { Polls } from './polls.ts'
import type { QueueTouches } from './queue-touches.ts'

/** In milliseconds. */
const TOUCH_INTERVAL = 10_000
/** Reads of a queue that last longer are noted, over and over: the queue is in use. */
const LONG_READ = 40_000

/** Keeps the queues that this process has been reading for a while from being collected. */
export class LongReads {
  readonly #polls: Polls
  readonly #queueTouches: QueueTouches
  readonly #timer: NodeJS.Timeout

  constructor(polls: Polls, queueTouches: QueueTouches) {
    this.#polls = polls
    this.#queueTouches = queueTouches
    this.#timer = setInterval(() => this.touch(), TOUCH_INTERVAL)
    this.#timer.unref()
  }

  /** Notes the queues that have been read for a while without an end: subscriptions, mostly. */
  touch(longerThan = LONG_READ): void {
    // Acknowledges nothing: only the time counts.
    for (const queueId of this.#polls.heldFor(longerThan)) this.#queueTouches.note(queueId, 0)
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
