import { Parser } from 'htmlparser2'
import type { PageHead } from './page.ts'

/** Bytes in which a page has to name its encoding. */
const announced = 1024
/** Elements that are looked at: the parser takes time for each that is open. */
const mostElements = 3000
/** Characters that are parsed before it is asked whether that was enough. */
const slice = 4096
/** Values are cut before they are understood. */
const longestValue = 4000

/**
 * Reads what the head of a page says, as it comes in. Whatever the page is, the work is bounded by its length, and
 * ends with the head.
 */
export class HeadReader implements PageHead {
  readonly metas = new Map<string, string>()
  title = ''
  readonly #parser: Parser
  #decoder: TextDecoder | undefined
  #start = Buffer.alloc(0)
  #elements = 0
  #isInTitle = false
  #isDone = false

  /** @param charset that the page was sent with; undefined where it names its own */
  constructor(charset?: string) {
    this.#decoder = charset === undefined ? undefined : decoderOf(charset)
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => {
        if (this.#isInTitle && this.title.length < longestValue) this.title += text.slice(0, longestValue)
      },
      onclosetag: (name) => {
        if (name === 'title') this.#isInTitle = false
        if (name === 'head') this.#isDone = true
      },
    })
  }

  /** Whether the rest of the page does not matter. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Reads the next part. */
  write(bytes: Buffer): void {
    if (this.#decoder) this.#parse(this.#decoder.decode(bytes, { stream: true }))
    else {
      this.#start = Buffer.concat([this.#start, bytes])
      if (this.#start.length >= announced) this.#begin()
    }
  }

  /** The page has no more. */
  end(): void {
    if (!this.#decoder) this.#begin()
    this.#parse(this.#decoder?.decode() ?? '')
    if (!this.#isDone) this.#parser.end()
  }

  #begin(): void {
    this.#decoder = decoderOf(byteOrder(this.#start) ?? namedCharset(this.#start) ?? 'utf-8')
    this.#parse(this.#decoder.decode(this.#start, { stream: true }))
  }

  #parse(text: string): void {
    for (let from = 0; from < text.length && !this.#isDone; from += slice) {
      this.#parser.write(text.slice(from, from + slice))
    }
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isDone) return
    this.#elements++
    if (name === 'body' || this.#elements > mostElements) this.#isDone = true
    // There are others in pictures, but those are not in the head.
    this.#isInTitle = name === 'title' && this.title === ''
    if (name !== 'meta') return
    const key = (attributes.property ?? attributes.name ?? '').trim().toLowerCase()
    const { content = '' } = attributes
    if (wanted.test(key) && content.trim() !== '' && !this.metas.has(key)) {
      this.metas.set(key, content.slice(0, longestValue))
    }
  }
}

const wanted = /^(?:(?:og|twitter):(?:title|description|image(?::(?:url|src|secure_url))?)|description)$/

/** The decoder of an encoding; of the usual one where nobody knows the other. */
function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

function byteOrder(start: Buffer): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined
}

/** The encoding that a page itself names at its beginning. */
function namedCharset(start: Buffer): string | undefined {
  let found: string | undefined
  const parser = new Parser({
    onopentag(name, { charset, content = '', 'http-equiv': header = '' }) {
      if (name !== 'meta') return
      found ??= charset ?? (header.toLowerCase() === 'content-type' ? charsetOf(content) : undefined)
    },
  })
  parser.end(start.subarray(0, announced).toString('latin1'))
  // A page whose beginning could be read so far is none of these.
  return found !== undefined && /^utf-?16/i.test(found.trim()) ? 'utf-8' : found
}

/** The encoding that a content type names. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(contentType)?.[1]
}
