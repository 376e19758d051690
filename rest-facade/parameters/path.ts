import { badRequest } from '../../src/contract/coded-error.ts'
import { Parameter } from './parameter.ts'
import { refuseNul } from './text.ts'

const digits = /^\d{1,10}$/
const largestId = 2 ** 31 - 1

/** Whether a path segment is an integer that an id can be: digits only, at most 2147483647. */
export function isPathInteger(segment: string): boolean {
  return digits.test(segment) && Number(segment) <= largestId
}

/** An id in the path, such as `:message_id`. Another segment does not match the route (404). */
export function pathInteger(): Parameter<number> {
  return Parameter.of({
    place: 'path-integer',
    encoding: 'text',
    schema: () => ({ type: 'integer', minimum: 0, maximum: largestId }),
    decode: Number,
  })
}

/** One segment of the path as text, percent-decoded, such as `:email`. */
export function pathText(): Parameter<string> {
  return Parameter.of({
    place: 'path-text',
    encoding: 'text',
    schema: () => ({ type: 'string' }),
    decode: decodeSegment,
  })
}

/** The rest of the path with its slashes, such as `:filename`. Stands last in the path. */
export function pathRest(): Parameter<string> {
  return Parameter.of({
    place: 'path-rest',
    encoding: 'text',
    schema: () => ({ type: 'string' }),
    decode: decodeSegment,
  })
}

function decodeSegment(segment: string, name: string): string {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch {
    throw badRequest(`${name} is not correctly percent-encoded`)
  }
  return refuseNul(text, name)
}
