import { LRUCache } from 'lru-cache'

const tabWidth = 4
const usualWhiteRun = 8

/** What highlighting may still do, in characters looked at. */
export interface Work {
  left: number
}

/**
 * One line of code, as CodeMirror's stream parsers read it: the interface of its StringStream. Ours counts
 * the characters that are looked at, so that no parser and no text can take long, and a text is always
 * highlighted in the same way whatever the machine is doing.
 */
export class LineReader {
  readonly string: string
  readonly indentUnit = 2
  /** Where the next character is read. */
  pos = 0
  /** Where the current token begins. */
  start = 0
  readonly #work: Work
  #column = { position: 0, column: 0 }
  #whiteRuns: readonly number[] | undefined

  constructor(line: string, work: Work) {
    this.string = line
    this.#work = work
  }

  eol(): boolean {
    return this.pos >= this.string.length
  }

  sol(): boolean {
    return this.pos === 0
  }

  peek(): string | undefined {
    this.#spend(1)
    return this.string.charAt(this.pos) || undefined
  }

  next(): string | undefined {
    this.#spend(1)
    return this.pos < this.string.length ? this.string.charAt(this.pos++) : undefined
  }

  eat(match: string | RegExp | ((character: string) => boolean)): string | undefined {
    this.#spend(1)
    const character = this.string.charAt(this.pos)
    if (character === '' || !fits(character, match)) return undefined
    this.pos++
    return character
  }

  eatWhile(match: string | RegExp | ((character: string) => boolean)): boolean {
    const from = this.pos
    while (this.eat(match) !== undefined);
    return this.pos > from
  }

  eatSpace(): boolean {
    return this.eatWhile(/[\s\u00a0]/)
  }

  skipToEnd(): void {
    this.#spend(1)
    this.pos = this.string.length
  }

  skipTo(text: string): boolean | undefined {
    this.#spendRest()
    const found = this.string.indexOf(text, this.pos)
    if (found === -1) return undefined
    this.pos = found
    return true
  }

  backUp(count: number): void {
    this.#spend(1)
    this.pos -= count
  }

  /** The column of the token's start. */
  column(): number {
    if (this.#column.position > this.start) this.#column = { position: 0, column: 0 }
    this.#column = {
      position: this.start,
      column: this.#columnAt(this.start, this.#column.position, this.#column.column),
    }
    return this.#column.column
  }

  indentation(): number {
    return this.#columnAt(this.string.search(/\S|$/), 0, 0)
  }

  /**
   * Whether a text or an expression fits just here.
   *
   * @param consume whether to go on behind it
   */
  match(pattern: string | RegExp, consume = true, caseInsensitive = false): boolean | RegExpExecArray | null {
    if (typeof pattern === 'string') {
      this.#spend(pattern.length)
      const here = this.string.slice(this.pos, this.pos + pattern.length)
      const same = caseInsensitive ? here.toLowerCase() === pattern.toLowerCase() : here === pattern
      if (same && consume) this.pos += pattern.length
      return same || null
    }
    this.#spend(this.#priceOfMatch())
    const found = anchored(pattern).exec(this.string.slice(this.pos))
    if (found?.index !== 0) return null
    if (consume) this.pos += found[0].length
    return found
  }

  /** The current token. */
  current(): string {
    return this.string.slice(this.start, this.pos)
  }

  #columnAt(end: number, from: number, column: number): number {
    this.#spend(1 + end - from)
    let reached = column
    for (let index = from; index < end; index++) {
      reached += this.string[index] === '\t' ? tabWidth - (reached % tabWidth) : 1
    }
    return reached
  }

  /**
   * What a match may cost. Expressions try again and again in white space, which several of their parts can
   * take.
   */
  #priceOfMatch(): number {
    this.#whiteRuns ??= whiteRunsOf(this.string)
    const run = this.#whiteRuns[this.pos] ?? 0
    return 1 + (this.string.length - this.pos) * (1 + (run / usualWhiteRun) ** 2)
  }

  #spendRest(): void {
    this.#spend(1 + this.string.length - this.pos)
  }

  #spend(characters: number): void {
    this.#work.left -= characters
    if (this.#work.left < 0) throw new Error('This text is too much work to highlight.')
  }
}

/** For each place of a line, the length of the longest run of white space from there on. */
function whiteRunsOf(line: string): number[] {
  const longest: number[] = new Array(line.length + 1).fill(0)
  let run = 0
  for (let index = line.length - 1; index >= 0; index--) {
    run = /\s/.test(line.charAt(index)) ? run + 1 : 0
    longest[index] = Math.max(run, longest[index + 1] ?? 0)
  }
  return longest
}

/** Modes make new ones of what they have read, so that not all can be kept. */
const anchoredOnes = new LRUCache<string, RegExp>({ max: 1000 })

/** The same expression for one place only: it is not looked for in the rest of the line. */
function anchored(pattern: RegExp): RegExp {
  if (pattern.source.startsWith('^')) return pattern
  const key = `${pattern.flags} ${pattern.source}`
  const known = anchoredOnes.get(key)
  if (known) return known
  const made = new RegExp(`^(?:${pattern.source})`, pattern.flags.replace(/[gy]/g, ''))
  anchoredOnes.set(key, made)
  return made
}

function fits(character: string, match: string | RegExp | ((character: string) => boolean)): boolean {
  if (typeof match === 'string') return character === match
  return match instanceof RegExp ? match.test(character) : match(character)
}
