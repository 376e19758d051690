import { badRequest, CodedError } from '../../src/contract/coded-error.ts'

/*
 * The texts of the reference's table "Parameter validation messages". They name the parameter as the
 * request wrote it; a nested value as `subscription_data[0]["stream_id"]`. Clients decide on `code`.
 */

/** A required parameter that the request does not carry: REQUEST_VARIABLE_MISSING. */
export function missingParameter(name: string): CodedError {
  return new CodedError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name })
}

/** A parameter and another name of it, both given: REQUEST_CONFUSING_VAR. */
export function confusingParameter(name: string, otherName: string): CodedError {
  return new CodedError('REQUEST_CONFUSING_VAR', `Both '${name}' and '${otherName}' were given: send one`, {
    var_name1: name,
    var_name2: otherName,
  })
}

/** A value outside the allowed set, or one that a check of ours refused for `reason`. */
export function invalidParameter(name: string, reason?: string): CodedError {
  return badRequest(reason === undefined ? `Invalid ${name}` : `Invalid ${name}: ${reason}`)
}

/** A JSON-encoded parameter whose text is not JSON, the empty text included. */
export function notJson(name: string): CodedError {
  return badRequest(`${name} is not valid JSON`)
}

/** A value of another type; `type` with its article, such as `an integer`. */
export function wrongType(name: string, type: string): CodedError {
  return badRequest(`${name} is not ${type}`)
}

/** A number or a count below its minimum. */
export function tooSmall(name: string): CodedError {
  return badRequest(`${name} is too small`)
}

/** A number or a count above its maximum. */
export function tooLarge(name: string): CodedError {
  return badRequest(`${name} is too large`)
}

/** A text of more than `limit` Unicode code points. */
export function tooLong(name: string, limit: number): CodedError {
  return badRequest(`${name} is too long (limit: ${limit} characters)`)
}

/** A text that is not of the one allowed length, in Unicode code points. */
export function wrongLength(name: string, length: number): CodedError {
  return badRequest(`${name} does not have a length of ${length} characters`)
}

/** An empty or white-space text where words are required. */
export function blank(name: string): CodedError {
  return badRequest(`${name} cannot be blank`)
}

/** A text that does not match its pattern. */
export function wrongFormat(name: string): CodedError {
  return badRequest(`${name} has an invalid format`)
}

/** An object without one of its required keys; `name` is the path of the absent value. */
export function missingField(name: string): CodedError {
  return badRequest(`${name} field is missing`)
}

/** An object with a key that its schema does not know; `name` is the path of that value. */
export function unexpectedField(key: string, name: string): CodedError {
  return badRequest(`Argument "${key}" at ${name} is unexpected`)
}

/** A text with a NUL character: PostgreSQL cannot hold it, and no client means it. */
export function containsNul(name: string): CodedError {
  return badRequest(`${name} must not contain null bytes`)
}
