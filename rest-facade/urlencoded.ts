import { badRequest } from '../src/contract/coded-error.ts'

/** More fields than any honest request has; a bound on the work of one request. */
export const mostFields = 1000

/**
 * Decodes `name=value` pairs, as in query strings and URL-encoded bodies, into `fields`. A name that
 * occurs again replaces the earlier value.
 *
 * @throws CodedError BAD_REQUEST on malformed percent-encoding or more than {@link mostFields} pairs
 */
export function decodeUrlencoded(encoded: string, fields: Map<string, string>): void {
  if (encoded === '') return
  const pairs = encoded.split('&', mostFields + 1)
  if (pairs.length > mostFields) throw badRequest('Too many parameters')
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    fields.set(decode(name), equals < 0 ? '' : decode(pair.slice(equals + 1)))
  }
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw badRequest('The parameters are not correctly percent-encoded')
  }
}
