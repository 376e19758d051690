/**
 * The polls that this process holds, one a queue: a second poll on a queue ends the first at once
 * (reference: "One poller per queue").
 */
export class Polls {
  readonly #held = new Map<string, AbortController>()

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
    const controller = new AbortController()
    this.#held.set(queueId, controller)
    const left = () => {
      controller.abort()
      if (this.#held.get(queueId) === controller) this.#held.delete(queueId)
    }
    if (consumer.aborted) left()
    else consumer.addEventListener('abort', left, { once: true })
    return controller.signal
  }

  /** Ends the poll that is held on a queue, if one is. */
  end(queueId: string): void {
    this.#held.get(queueId)?.abort()
    this.#held.delete(queueId)
  }

  /** Ends all polls: the server is stopping. */
  endAll(): void {
    for (const controller of this.#held.values()) controller.abort()
    this.#held.clear()
  }
}
