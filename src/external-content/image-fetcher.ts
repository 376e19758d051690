import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as sendPlainly } from 'node:http'
import { request as sendSecurely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** An image of another server. */
export interface FetchedImage {
  readonly contentType: string
  readonly bytes: Buffer
}

/** What one fetch may take. */
export interface FetchLimits {
  readonly bytes: number
  readonly milliseconds: number
}

/** The image is not shown: what is there is none, is too large, or is where nobody may look. */
export class ImageUnavailable extends Error {
  override readonly name = 'ImageUnavailable'
}

const usualLimits: FetchLimits = { bytes: 10 * 1024 * 1024, milliseconds: 10_000 }
const mostRedirects = 3
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

/**
 * Fetches images from the internet for readers, and from nowhere else: each address that a connection is made to is
 * checked, also behind redirects, however the name resolves at that moment.
 */
export class ImageFetcher {
  readonly #mayConnectTo: (address: string) => boolean
  readonly #limits: FetchLimits
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** @param mayConnectTo says which addresses are those of the internet */
  constructor(mayConnectTo: (address: string) => boolean = isPublicAddress, limits = usualLimits) {
    this.#mayConnectTo = mayConnectTo
    this.#limits = limits
  }

  /**
   * Fetches one.
   *
   * @throws ImageUnavailable, whatever the reason
   */
  async fetch(address: string): Promise<FetchedImage> {
    if (this.#running >= mostAtOnce) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#running++
    try {
      return await this.#follow(address, AbortSignal.timeout(this.#limits.milliseconds))
    } catch (error) {
      // What exactly went wrong would tell of networks that nobody outside may know of.
      throw new ImageUnavailable('The image cannot be fetched.', { cause: error })
    } finally {
      const next = this.#waiting.shift()
      // Whoever waits takes this place over.
      if (next) next()
      else this.#running--
    }
  }

  async #follow(address: string, signal: AbortSignal): Promise<FetchedImage> {
    let url = new URL(address)
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const answer = await this.#open(url, signal)
      try {
        const { statusCode = 0, headers } = answer
        if (statusCode === 200) return await this.#read(answer)
        if (statusCode < 300 || statusCode > 399 || headers.location === undefined) break
        url = new URL(headers.location, url)
      } finally {
        answer.destroy()
      }
    }
    throw new Error('There is no image.')
  }

  #open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!/^https?:$/.test(url.protocol)) throw new Error('This is no address of the web.')
    // An address that needs no resolving is never looked up.
    if (isIP(host) !== 0 && !this.#mayConnectTo(host)) throw new Error('This is no address of the internet.')
    const send = url.protocol === 'https:' ? sendSecurely : sendPlainly
    return new Promise((resolveAnswer, reject) => {
      const request = send({
        host,
        ...(isIP(host) === 0 && url.protocol === 'https:' && { servername: host }),
        ...(url.port !== '' && { port: url.port }),
        path: url.pathname + url.search,
        headers: { host: url.host, accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Parley' },
        // A connection of somebody else's to the same name was not checked.
        agent: false,
        lookup: this.#lookup,
        signal,
      })
      request.on('response', resolveAnswer)
      request.on('error', reject)
      request.end()
    })
  }

  /** Resolves a name; one that has an address which is not allowed has none. */
  readonly #lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error('This name has no address.'), '', 4)
      else if (!addresses.every(({ address }) => this.#mayConnectTo(address))) {
        callback(new Error('This name is not one of the internet.'), '', 4)
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

  async #read(answer: IncomingMessage): Promise<FetchedImage> {
    const contentType = answer.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!imageTypes.has(contentType)) throw new Error('This is no image.')
    if (Number(answer.headers['content-length'] ?? 0) > this.#limits.bytes)
      throw new Error('It is too large.')
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > this.#limits.bytes) throw new Error('It is too large.')
      chunks.push(chunk)
    }
    return { contentType, bytes: Buffer.concat(chunks) }
  }
}
