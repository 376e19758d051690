import { wordsIn } from './words.ts'

/** What was compared, and where the server's answers are not the model's. */
export class Findings {
  count = 0
  readonly problems: string[] = []

  /** One surface for one reader: what they are told has to be exactly what is due. */
  compare(reader: string, surface: string, told: Iterable<unknown>, due: Iterable<unknown>): void {
    this.count++
    const left = [...told].map(String)
    const right = [...due].map(String)
    const leaked = left.filter((one) => !right.includes(one))
    const missing = right.filter((one) => !left.includes(one))
    if (leaked.length + missing.length > 0) {
      this.problems.push(
        `${reader}, ${surface}: leaked [${leaked.join('; ')}], missing [${missing.join('; ')}]`,
      )
    } else if (left.length !== right.length)
      this.problems.push(`${reader}, ${surface}: told twice [${left.join('; ')}]`)
  }

  /** Nothing of what is told may be anything else than these. */
  within(reader: string, surface: string, told: Iterable<unknown>, allowed: ReadonlySet<unknown>): void {
    this.count++
    const leaked = [...told].filter((one) => !allowed.has(one))
    if (leaked.length > 0) this.problems.push(`${reader}, ${surface}: leaked [${leaked.join('; ')}]`)
  }

  /** A text may hold none of these words: names and messages, each of which stands nowhere else. */
  silence(reader: string, surface: string, reply: unknown, forbidden: ReadonlySet<string>): void {
    const leaked = [...new Set(wordsIn(JSON.stringify(reply)))].filter((word) => forbidden.has(word))
    if (leaked.length > 0) this.problems.push(`${reader}, ${surface}: tells of [${leaked.join('; ')}]`)
  }
}
