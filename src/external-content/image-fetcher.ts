import { Places } from '../places.ts'
import { contentTypeOf, type FetchLimits, Internet, readWhole } from './internet.ts'

/** An image of another server. */
export interface FetchedImage {
  readonly contentType: string
  readonly bytes: Buffer
}

/** The image is not shown: what is there is none, is too large, or is where nobody may look. */
export class ImageUnavailable extends Error {
  override readonly name = 'ImageUnavailable'
}

const usualLimits: FetchLimits = { bytes: 10 * 1024 * 1024, milliseconds: 10_000 }
const mostAtOnce = 8

/** Types that can do nothing but be seen. */
const imageTypes: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
])

/** Fetches images from the internet for readers. */
export class ImageFetcher {
  readonly #internet: Internet
  readonly #limits: FetchLimits
  readonly #places = new Places(mostAtOnce)

  constructor(internet = new Internet(), limits = usualLimits) {
    this.#internet = internet
    this.#limits = limits
  }

  /**
   * Fetches one.
   *
   * @throws ImageUnavailable, whatever the reason
   */
  async fetch(address: string): Promise<FetchedImage> {
    try {
      return await this.#places.within(() => this.#fetch(address))
    } catch (error) {
      // What exactly went wrong would tell of networks that nobody outside may know of.
      throw new ImageUnavailable('The image cannot be fetched.', { cause: error })
    }
  }

  async #fetch(address: string): Promise<FetchedImage> {
    const signal = AbortSignal.timeout(this.#limits.milliseconds)
    const { answer } = await this.#internet.get(address, { headers: { accept: 'image/*' }, signal })
    try {
      const contentType = contentTypeOf(answer)
      if (!imageTypes.has(contentType)) throw new Error('This is no image.')
      return { contentType, bytes: await readWhole(answer, this.#limits.bytes) }
    } finally {
      answer.destroy()
    }
  }
}
