/**
 * The items of batches, one at a time: the next batch is asked for when the last item of this one
 * has been taken.
 */
export class OneByOne<Batch, Item> implements AsyncIterableIterator<Item> {
  readonly #batches: AsyncIterator<Batch>
  readonly #itemsOf: (batch: Batch) => readonly Item[]
  #items: Iterator<Item> = [].values()

  constructor(batches: AsyncIterator<Batch>, itemsOf: (batch: Batch) => readonly Item[]) {
    this.#batches = batches
    this.#itemsOf = itemsOf
  }

  async next(): Promise<IteratorResult<Item, undefined>> {
    for (;;) {
      const item = this.#items.next()
      if (!item.done) return { done: false, value: item.value }
      const batch = await this.#batches.next()
      if (batch.done) return { done: true, value: undefined }
      this.#items = this.#itemsOf(batch.value).values()
    }
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#items = [].values()
    await this.#batches.return?.()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
