import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as sendPlainly } from 'node:http'
import { request as sendSecurely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const mostRedirects = 3

/** What is asked for, and when to give up. */
export interface Asked {
  /** Headers beside those that every request has. */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** What one fetch may take. */
export interface FetchLimits {
  readonly bytes: number
  readonly milliseconds: number
}

/** The media type of an answer, in lower case and without parameters. */
export function contentTypeOf({ headers }: IncomingMessage): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * All that an answer has.
 *
 * @throws Error for more than so many bytes
 */
export async function readWhole(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > mostBytes) throw new Error('It is too large.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new Error('It is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The internet, and nothing else: each address that a connection is made to is checked, also behind redirects,
 * however the name resolves at that moment.
 */
export class Internet {
  readonly #mayConnectTo: (address: string) => boolean

  /** @param mayConnectTo says which addresses are those of the internet */
  constructor(mayConnectTo: (address: string) => boolean = isPublicAddress) {
    this.#mayConnectTo = mayConnectTo
  }

  /**
   * Asks for what is at an address of the web, after redirects.
   *
   * @returns the answer, for the caller to read or to destroy, and the address that it came from
   * @throws errors of any kind for everything that is no success
   */
  async get(address: string, asked: Asked): Promise<{ readonly answer: IncomingMessage; readonly url: URL }> {
    let url = new URL(address)
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const answer = await this.#open(url, asked)
      const { statusCode = 0, headers } = answer
      if (statusCode === 200 || (statusCode === 206 && asked.headers.range)) return { answer, url }
      answer.destroy()
      if (statusCode < 300 || statusCode > 399 || headers.location === undefined) break
      url = new URL(headers.location, url)
    }
    throw new Error('There is nothing.')
  }

  #open(url: URL, { headers, signal }: Asked): Promise<IncomingMessage> {
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
        headers: { host: url.host, 'accept-encoding': 'identity', 'user-agent': 'Parley', ...headers },
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
}
