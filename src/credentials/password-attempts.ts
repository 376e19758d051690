import { CodedError } from '../contract/coded-error.ts'

/** Reference: "Rate limiting", password attempts. */
const MOST_FAILURES = 5
const WINDOW_MS = 1_800_000

/** Counts, in the memory of one process, how often a password was wrong for a user name. */
export class PasswordAttempts {
  readonly #now: () => number
  readonly #failures = new Map<string, number[]>()
  #sweepAt = 0

  /** @param now the clock, in UNIX milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Begins an attempt, which counts as failed until it has succeeded: so many at once are no way around.
   *
   * @throws CodedError RATE_LIMIT_HIT when too many have failed lately
   */
  begin(organizationId: number, userName: string): void {
    const now = this.#now()
    this.#sweep(now)
    const name = bucket(organizationId, userName)
    const recent = (this.#failures.get(name) ?? []).filter((time) => time > now - WINDOW_MS)
    const [oldest] = recent
    if (oldest !== undefined && recent.length >= MOST_FAILURES) {
      const wait = (oldest + WINDOW_MS - now) / 1000
      throw new CodedError('RATE_LIMIT_HIT', 'Too many wrong passwords for this user name: try again later', {
        'retry-after': wait,
      })
    }
    this.#failures.set(name, [...recent, now])
  }

  /** The password was right: earlier failures are forgotten. */
  succeed(organizationId: number, userName: string): void {
    this.#failures.delete(bucket(organizationId, userName))
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + 60_000
    for (const [name, times] of this.#failures) {
      if ((times.at(-1) ?? 0) <= now - WINDOW_MS) this.#failures.delete(name)
    }
  }
}

function bucket(organizationId: number, userName: string): string {
  return `${organizationId} ${userName.toLowerCase()}`
}
