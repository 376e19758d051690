import type { Core } from '../core.ts'
import { knownPages, type Outcome, rememberPage } from './known-pages.ts'
import type { PageFetcher } from './page-fetcher.ts'
import { leaveRequest, type TakenRequest } from './preview-requests.ts'
import { PreviewTurns } from './preview-turns.ts'
import { showPreviews } from './show-previews.ts'

/** Messages that a node is at work on at the same time. */
const mostAtOnce = 4
/** Of them with one sender's: whoever links slow pages leaves places to others. */
const mostOfOne = 2
/** Pages of a message that are fetched before others have their turn. */
const pagesInTurn = 4
/** A node looks so often for requests of nodes that have died, in milliseconds. */
const lookInterval = 20_000

type Parts = Pick<Core, 'db' | 'hub' | 'wakeUps' | 'config' | 'secrets' | 'logger'>

/**
 * Fetches the pages that messages link and shows them there (docs/markdown.md). Requests are rows, written with the
 * messages: any node does them, soon after it has written one, and now and then what others have left.
 */
export class LinkPreviews {
  readonly #parts: Parts
  readonly #fetcher: PageFetcher
  readonly #ending = new AbortController()
  readonly #fetching = new Map<string, Promise<void>>()
  readonly #working = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout | undefined
  readonly #turns: PreviewTurns
  #mayBeMore = false

  constructor(parts: Parts, fetcher: PageFetcher) {
    this.#parts = parts
    this.#fetcher = fetcher
    this.#turns = new PreviewTurns(parts.db, mostOfOne)
    if (!parts.config.showsLinkPreviews) return
    this.#timer = setInterval(() => this.look(), lookInterval)
    this.#timer.unref()
  }

  /** Looks for requests, now that there may be one. */
  look(): void {
    this.#mayBeMore = true
    if (this.#working.size >= mostAtOnce || this.#ending.signal.aborted) return
    const work = this.#work().finally(() => this.#working.delete(work))
    this.#working.add(work)
  }

  /** Ends when nothing is under way here. */
  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working)
  }

  /** Ends when nothing is under way any more; what could not be finished is left to others. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#ending.abort()
    await this.idle()
  }

  async #work(): Promise<void> {
    const { logger } = this.#parts
    try {
      while (!this.#ending.signal.aborted) {
        this.#mayBeMore = false
        const wasTurn = await this.#turns.next((request) => this.#serve(request))
        // Whoever asked while this one looked found all hands busy.
        if (!wasTurn && !this.#mayBeMore) return
      }
    } catch (error) {
      logger.warn({ error }, 'previews of links could not be made')
    }
  }

  async #serve(request: TakenRequest): Promise<void> {
    const { db } = this.#parts
    const addresses = [...new Set(request.pages.map(({ address }) => address))]
    const known = await knownPages(db, addresses)
    const unknown = addresses.filter((address) => !known.has(address))
    await Promise.all(unknown.slice(0, pagesInTurn).map((address) => this.#fetch(address)))
    // What is known by now is not fetched again in the next turn.
    const isComplete = unknown.length <= pagesInTurn && !this.#ending.signal.aborted
    if (!isComplete) await leaveRequest(db, request.messageId)
    else await showPreviews(this.#parts, request)
  }

  /** Fetches a page once for all who wait for it here. */
  #fetch(address: string): Promise<void> {
    const fetching = this.#fetching.get(address) ?? this.#fetchNow(address)
    this.#fetching.set(address, fetching)
    return fetching.finally(() => this.#fetching.delete(address))
  }

  async #fetchNow(address: string): Promise<void> {
    const { signal } = this.#ending
    // What exactly went wrong would tell of networks that nobody outside may know of.
    const outcome: Outcome = await this.#fetcher.fetch(address, signal).catch(() => undefined)
    if (!signal.aborted) await rememberPage(this.#parts.db, address, outcome)
  }
}
