/** Chooses by chance, the same for the same seed. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** True in so many of a hundred cases. */
  isTrue(percent: number): boolean {
    return this.next() * 100 < percent
  }

  /** One of them. */
  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)] as Item // The lists here have members.
  }

  /** Some of them, in their order; possibly none. */
  some<Item>(items: readonly Item[], percent = 40): Item[] {
    return items.filter(() => this.isTrue(percent))
  }
}
