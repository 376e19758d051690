const WIDTH = 30
/** Without a terminal, one line for each of so many parts. */
const PARTS = 5

/** Shows how far one step has come, on standard error: a bar that fills up, or a few plain lines. */
export class Progress {
  readonly #title: string
  readonly #total: number
  readonly #out: NodeJS.WriteStream
  #done = 0
  #shown = -1

  constructor(title: string, total: number, out: NodeJS.WriteStream = process.stderr) {
    this.#title = title
    this.#total = total
    this.#out = out
    this.#show()
  }

  /** One more is done. */
  step(): void {
    this.#done++
    this.#show()
  }

  #show(): void {
    const share = this.#total === 0 ? 1 : this.#done / this.#total
    const part = Math.floor(share * (this.#out.isTTY ? 100 : PARTS))
    // A terminal is written to at each percent, not at each of thousands of steps.
    if (part === this.#shown) return
    this.#shown = part
    const count = `${this.#done}/${this.#total}`
    if (!this.#out.isTTY) {
      this.#out.write(`${this.#title}: ${count}\n`)
      return
    }
    const filled = Math.round(share * WIDTH)
    const bar = '█'.repeat(filled) + '·'.repeat(WIDTH - filled)
    this.#out.write(`\r${this.#title.padEnd(16)} ${bar} ${count}${share === 1 ? '\n' : ''}`)
  }
}
