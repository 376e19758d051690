import { containsNul, notJson } from './failures.ts'

const escapedNul = /\\u0000/
const fractionOrExponent = /\d(?:\.\d|[eE])/
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const integer = /^-?\d+$/

/**
 * Parses the text of a JSON-encoded parameter.
 *
 * @throws CodedError when it is not JSON (also the empty text), or holds a NUL character
 */
export function parseJson(text: string, name: string): unknown {
  const value = parsedOrUndefined(text)
  if (value === undefined) throw notJson(name)
  if (escapedNul.test(text) && holdsNul(value)) throw containsNul(name)
  return value
}

/** The value of a JSON text, or undefined when it is not JSON (no JSON text means undefined). */
export function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(fractionOrExponent.test(text) ? quoteFloats(text) : text)
  } catch {
    return undefined
  }
}

/*
 * JSON.parse reads `5.0` and `5e0` as the integer 5, but the reference says that they are not integers.
 * Such a whole number becomes a string, which no integer schema takes; true fractions stay numbers.
 */
function quoteFloats(text: string): string {
  return text.replace(stringOrNumber, (token) =>
    token.startsWith('"') || integer.test(token) || !Number.isInteger(Number(token)) ? token : `"${token}"`,
  )
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || holdsNul(inner))
}
