interface Held {
  readonly controller: AbortController
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
  readonly #others = new Set<AbortController>()
  #ended = false

  /** How many polls are held now. */
  get held(): number {
    return this.#held.size
  }

  /**
   * Takes over a queue.
   *
   * @param consumer aborts when the poll's own consumer has left
   * @returns the signal that ends this poll, whoever ends it
   */
  begin(queueId: string, consumer: AbortSignal): AbortSignal {
    this.end(queueId)
    if (this.#ended) return AbortSignal.abort()
    const controller = new AbortController()
    this.#held.set(queueId, { controller, noted: Date.now() })
    return endWith(consumer, controller, () => {
      if (this.#held.get(queueId)?.controller === controller) this.#held.delete(queueId)
    })
  }

  /** Takes in a reader of the log who has no queue: the signal ends with its consumer, or with {@link endAll}. */
  beginWithoutQueue(consumer: AbortSignal): AbortSignal {
    if (this.#ended) return AbortSignal.abort()
    const controller = new AbortController()
    this.#others.add(controller)
    return endWith(consumer, controller, () => this.#others.delete(controller))
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
    this.#held.get(queueId)?.controller.abort()
    this.#held.delete(queueId)
  }

  /** Ends all polls and all other readers, and those who come later at once: the server is stopping. */
  endAll(): void {
    this.#ended = true
    for (const { controller } of this.#held.values()) controller.abort()
    for (const controller of this.#others) controller.abort()
    this.#held.clear()
    this.#others.clear()
  }
}

function endWith(consumer: AbortSignal, controller: AbortController, leave: () => void): AbortSignal {
  const left = () => {
    controller.abort()
    leave()
  }
  if (consumer.aborted) left()
  else consumer.addEventListener('abort', left, { once: true })
  return controller.signal
}
