import type { Database } from '../database/database.ts'
import { Places } from '../places.ts'
import {
  nextOrganization,
  nextSender,
  type Requester,
  type TakenRequest,
  takeRequest,
} from './preview-requests.ts'

/**
 * Whose previews a node makes next: organizations take turns, in each its senders, and of a sender the oldest message
 * comes first. So nobody waits for more than one turn of each other sender, however many messages these have waiting.
 * A turn costs a few looks into an index, and one for each sender who is passed over.
 */
export class PreviewTurns {
  readonly #db: Database
  readonly #mostOfOne: number
  /** How many requests are under way, by requester. */
  readonly #underWay = new Map<string, number>()
  /** Whose turn it was last in each organization, until there is nothing to do. */
  readonly #lastSenders = new Map<number, number>()
  #lastOrganization = 0
  readonly #choosing = new Places(1)

  /** @param mostOfOne how many of a sender's requests may be under way at the same time */
  constructor(db: Database, mostOfOne: number) {
    this.#db = db
    this.#mostOfOne = mostOfOne
  }

  /**
   * Does the work of the next turn.
   *
   * @returns false when there is no request for which there is room
   */
  async next(work: (request: TakenRequest) => Promise<void>): Promise<boolean> {
    // One after the other: the next turn depends on whose the last one was.
    const request = await this.#choosing.within(() => this.#take())
    if (!request) return false
    try {
      await work(request)
    } finally {
      this.#count(request, -1)
    }
    return true
  }

  async #take(): Promise<TakenRequest | undefined> {
    const organizations = around(this.#lastOrganization, (after) => nextOrganization(this.#db, after))
    for await (const organizationId of organizations) {
      const last = this.#lastSenders.get(organizationId) ?? 0
      for await (const senderId of around(last, (after) => nextSender(this.#db, organizationId, after))) {
        const requester = { organizationId, senderId }
        if ((this.#underWay.get(keyOf(requester)) ?? 0) >= this.#mostOfOne) continue
        const request = await takeRequest(this.#db, requester)
        // Another node was faster.
        if (!request) continue
        this.#lastOrganization = organizationId
        this.#lastSenders.set(organizationId, senderId)
        this.#count(requester, 1)
        return request
      }
    }
    if (this.#underWay.size === 0) this.#lastSenders.clear()
    return undefined
  }

  #count(requester: Requester, change: number): void {
    const key = keyOf(requester)
    const count = (this.#underWay.get(key) ?? 0) + change
    if (count > 0) this.#underWay.set(key, count)
    else this.#underWay.delete(key)
  }
}

const keyOf = ({ organizationId, senderId }: Requester): string => `${organizationId} ${senderId}`

/** All numbers that there are, each once: those after the last one, then the others. */
async function* around(
  last: number,
  next: (after: number) => Promise<number | undefined>,
): AsyncGenerator<number> {
  for (let at = await next(last); at !== undefined; at = await next(at)) yield at
  for (let at = await next(0); at !== undefined && at <= last; at = await next(at)) yield at
}
