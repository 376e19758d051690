import type { IncomingMessage } from 'node:http'
import { Places } from '../places.ts'
import { contentTypeOf, type FetchLimits, Internet, readWhole } from './internet.ts'

/** A sound or a video of another server, or a part of it. */
export interface FetchedPart {
  readonly contentType: string
  readonly bytes: Buffer
  /** Where in the whole it stands; null for the whole. */
  readonly contentRange: string | null
}

/** There is nothing to play: what is there is something else, is too large, or is where nobody may look. */
export class PartUnavailable extends Error {
  override readonly name = 'PartUnavailable'
}

const usualLimits: FetchLimits = { bytes: 2 * 1024 * 1024, milliseconds: 10_000 }
const mostAtOnce = 8

/** Types that can do nothing but be played. */
const playedTypes: ReadonlySet<string> = new Set([
  ...['video/mp4', 'video/quicktime', 'video/webm'],
  ...['audio/aac', 'audio/flac', 'audio/mpeg', 'audio/wav', 'audio/wave', 'audio/x-flac', 'audio/x-wav'],
])

/** The bytes from the first to the last one, as players ask for them. */
const rangeForm = /^bytes=(\d{1,15})-(\d{0,15})$/
const contentRangeForm = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/

/**
 * Fetches sounds and videos from the internet for readers, in parts of a bounded size: players ask for the next one
 * when they need it, so that none holds a connection while it plays.
 */
export class PartFetcher {
  readonly #internet: Internet
  readonly #limits: FetchLimits
  readonly #places = new Places(mostAtOnce)

  /** @param limits of one part */
  constructor(internet = new Internet(), limits = usualLimits) {
    this.#internet = internet
    this.#limits = limits
  }

  /**
   * Fetches one.
   *
   * @param range as the reader's client asks for it; undefined for the whole, which has to be as small as a part
   * @throws PartUnavailable, whatever the reason
   */
  async fetch(address: string, range: string | undefined): Promise<FetchedPart> {
    try {
      return await this.#places.within(() => this.#fetch(address, range))
    } catch (error) {
      // What exactly went wrong would tell of networks that nobody outside may know of.
      throw new PartUnavailable('It cannot be fetched.', { cause: error })
    }
  }

  async #fetch(address: string, range: string | undefined): Promise<FetchedPart> {
    const wanted = this.#bounded(range)
    const { answer } = await this.#internet.get(address, {
      headers: { accept: [...playedTypes].join(','), ...(wanted && { range: wanted }) },
      signal: AbortSignal.timeout(this.#limits.milliseconds),
    })
    try {
      const contentType = contentTypeOf(answer)
      if (!playedTypes.has(contentType)) throw new Error('This is nothing to play.')
      const bytes = await readWhole(answer, this.#limits.bytes)
      return { contentType, bytes, contentRange: answer.statusCode === 206 ? rangeOf(answer, bytes) : null }
    } finally {
      answer.destroy()
    }
  }

  /** What is asked for instead of a range: its beginning. */
  #bounded(range = ''): string | undefined {
    const [, first, last] = rangeForm.exec(range) ?? []
    if (first === undefined) return undefined
    const bound = Number(first) + this.#limits.bytes - 1
    return `bytes=${first}-${last ? Math.min(Number(last), bound) : bound}`
  }
}

/** Where a part stands, in our own words. */
function rangeOf({ headers }: IncomingMessage, bytes: Buffer): string {
  const [, first, last, whole] = contentRangeForm.exec(headers['content-range'] ?? '') ?? []
  if (Number(last) - Number(first) + 1 !== bytes.length) throw new Error('This is another part than it says.')
  return `bytes ${Number(first)}-${Number(last)}/${whole}`
}
