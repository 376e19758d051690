import { LRUCache } from 'lru-cache'
import { CodedError } from '../contract/coded-error.ts'

/** Times that visitors without an account fetch one file on a day, on one node. */
const MOST_A_DAY = 1000
const MOST_FILES = 10_000
const DAY_MS = 86_400_000

/** Counts how often visitors fetch each file (reference: "Rate limiting"). */
export class FileVisits {
  readonly #counts = new LRUCache<string, { day: number; count: number }>({ max: MOST_FILES })

  /**
   * Counts one more.
   *
   * @throws CodedError RATE_LIMIT_HIT, with the seconds to wait
   */
  count(pathId: string, now = Date.now()): void {
    const day = Math.floor(now / DAY_MS)
    const known = this.#counts.get(pathId)
    const count = known?.day === day ? known.count + 1 : 1
    if (count > MOST_A_DAY) {
      const wait = Math.ceil(((day + 1) * DAY_MS - now) / 1000)
      throw new CodedError('RATE_LIMIT_HIT', 'This file has been fetched too often today', {
        'retry-after': wait,
      })
    }
    this.#counts.set(pathId, { day, count })
  }
}
