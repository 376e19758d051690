import { StdUriTemplate } from '@std-uritemplate/std-uritemplate'
import { RE2JS } from 're2js'
import { isAllowedAddress } from './link-schemes.ts'

/** A link that a linkifier makes of a part of a text. */
export interface LinkMatch {
  readonly start: number
  readonly end: number
  readonly url: string
}

/** Characters that a match may have. */
const longestMatch = 500
/** Characters that are looked through at once. */
const windowSize = 2 * longestMatch

/**
 * A pattern whose matches become links (reference: "Links, linkifiers, previews"). Neither the pattern
 * nor the text can make it slow: the engine is linear, and it looks at a bounded part of the text for
 * each match.
 */
export class TextLinkifier {
  readonly #bounded: RE2JS
  readonly #groups: readonly string[]
  readonly #urlTemplate: string

  /**
   * @param pattern in RE2's syntax
   * @param urlTemplate RFC 6570; its variables are the pattern's named groups
   */
  constructor(pattern: string, urlTemplate: string) {
    const bounded = RE2JS.compile(`[^\\pL\\pN_](${pattern})[^\\pL\\pN_]`)
    this.#bounded = bounded
    this.#groups = Object.keys(bounded.namedGroups())
    this.#urlTemplate = urlTemplate
  }

  /** Whether there is any match in one of several texts: else none of them has a link. */
  matchesAny(texts: readonly string[]): boolean {
    return this.#bounded.matcher(`\n${texts.join('\n')}\n`).find()
  }

  /** The links in a text, in order; they do not overlap. */
  *matches(text: string): Generator<LinkMatch> {
    // So that there is a character on either side of every match.
    const framed = `\n${text}\n`
    let position = 0
    while (position < framed.length - 1) {
      const end = Math.min(position + windowSize, framed.length)
      const seen = framed.slice(position, end)
      const matcher = this.#bounded.matcher(seen)
      let from = 0
      while (from < seen.length && matcher.find(from)) {
        // The match could be longer if it were seen from its beginning.
        if (matcher.start() > longestMatch && end < framed.length) {
          from = matcher.start()
          break
        }
        const [start, to] = [matcher.start(1), matcher.end(1)]
        const values = Object.fromEntries(
          this.#groups.map((name) => [name, matcher.group(name) ?? undefined]),
        )
        const url = expandUrlTemplate(this.#urlTemplate, values)
        if (url !== null && to > start) yield { start: position + start - 1, end: position + to - 1, url }
        from = Math.max(to, from + 1)
      }
      position = end === framed.length ? end : position + Math.max(from, longestMatch)
    }
  }
}

/** The address that a template makes of values; null where none may lead there. */
function expandUrlTemplate(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
): string | null {
  const url = StdUriTemplate.expand(template, values)
  return isAllowedAddress(url) ? url : null
}

/** The links that several linkifiers make of a text, in its order. Of those that overlap the first linkifier's stay. */
export function findLinks(text: string, linkifiers: readonly Pick<TextLinkifier, 'matches'>[]): LinkMatch[] {
  const found: LinkMatch[] = []
  const taken: boolean[] = []
  for (const linkifier of linkifiers) {
    for (const match of linkifier.matches(text)) {
      if (taken[match.start] || taken[match.end - 1] || taken.slice(match.start, match.end).includes(true))
        continue
      for (let index = match.start; index < match.end; index++) taken[index] = true
      found.push(match)
    }
  }
  return found.sort((left, right) => left.start - right.start)
}
