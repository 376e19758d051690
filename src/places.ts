/** Lets few do something at a time; others wait in the order in which they came. */
export class Places {
  readonly #count: number
  #taken = 0
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#count = count
  }

  /** Does it as soon as there is a place. */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= this.#count) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#taken++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // Whoever waits takes this place over.
      if (next) next()
      else this.#taken--
    }
  }
}
