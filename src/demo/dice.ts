/** Draws that come out the same on every run. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A number from 0 up to 1 (the generator "mulberry32"). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('There is nothing to draw from.')
    return item
  }

  /** So many different ones, in any order; fewer when there are no more. */
  several<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items]
    const drawn: Item[] = []
    while (drawn.length < count && left.length > 0) drawn.push(...left.splice(this.below(left.length), 1))
    return drawn
  }
}

/** Draws each item once before any of them comes again. */
export class Bag<Item> {
  readonly #items: readonly Item[]
  readonly #dice: Dice
  #left: Item[] = []

  constructor(items: readonly Item[], dice: Dice) {
    this.#items = items
    this.#dice = dice
  }

  draw(): Item {
    if (this.#left.length === 0) this.#left = this.#dice.several(this.#items, this.#items.length)
    const item = this.#left.pop()
    if (item === undefined) throw new Error('There is nothing to draw from.')
    return item
  }
}
