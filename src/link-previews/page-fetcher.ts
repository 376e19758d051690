import { contentTypeOf, type FetchLimits, Internet } from '../external-content/internet.ts'
import { Places } from '../places.ts'
import { charsetOf, HeadReader } from './head-reader.ts'
import { type Page, pageOf } from './page.ts'

const usualLimits: FetchLimits = { bytes: 1024 * 1024, milliseconds: 5000 }
const mostAtOnce = 16
const pageTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** Fetches the heads of pages from the internet, few at a time. */
export class PageFetcher {
  readonly #internet: Internet
  readonly #limits: FetchLimits
  readonly #places = new Places(mostAtOnce)

  /** @param limits beyond `bytes` a page is not read further */
  constructor(internet = new Internet(), limits = usualLimits) {
    this.#internet = internet
    this.#limits = limits
  }

  /**
   * What the page at an address says of itself.
   *
   * @param signal ends it early
   * @returns null for a page of which there is nothing to show
   * @throws errors of any kind when there is no page, or it takes too long
   */
  fetch(address: string, signal: AbortSignal): Promise<Page | null> {
    return this.#places.within(() =>
      this.#fetch(address, AbortSignal.any([signal, AbortSignal.timeout(this.#limits.milliseconds)])),
    )
  }

  async #fetch(address: string, signal: AbortSignal): Promise<Page | null> {
    const headers = { accept: [...pageTypes].join(',') }
    const { answer, url } = await this.#internet.get(address, { headers, signal })
    try {
      if (!pageTypes.has(contentTypeOf(answer))) return null
      if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') return null
      const head = new HeadReader(charsetOf(answer.headers['content-type'] ?? ''))
      let left = this.#limits.bytes
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        head.write(chunk.subarray(0, left))
        left -= chunk.length
        if (head.isDone || left <= 0) break
      }
      head.end()
      return pageOf(head, url)
    } finally {
      answer.destroy()
    }
  }
}
