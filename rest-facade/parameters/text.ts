import { codePoints, exceeds } from './code-points.ts'
import { blank, containsNul, invalidParameter, tooLong, wrongFormat, wrongLength } from './failures.ts'
import { type JsonSchema, Parameter } from './parameter.ts'

/** Bounds of a text parameter. Lengths are Unicode code points of the text as sent. */
export interface TextBounds {
  /** Refuses an empty text and one of white space only. */
  readonly nonBlank?: boolean
  readonly maxLength?: number
  /** The one allowed length. */
  readonly length?: number
  readonly pattern?: RegExp
}

/**
 * A plain text, taken raw: quotes around it are part of it, and the empty text is a value of its own,
 * different from an absent parameter.
 */
export function text(bounds: TextBounds = {}): Parameter<string> {
  return Parameter.of({
    place: 'form',
    encoding: 'text',
    schema: () => textSchema(bounds),
    decode: (value, name) => checkText(value, name, bounds),
  })
}

/** A plain text out of a fixed set; any other is `Invalid {name}`. */
export function oneOf<const Choice extends string>(choices: readonly Choice[]): Parameter<Choice> {
  return Parameter.of({
    place: 'form',
    encoding: 'text',
    schema: () => ({ type: 'string', enum: choices }),
    decode(value, name) {
      const choice = choices.find((one) => one === value)
      if (choice === undefined) throw invalidParameter(name)
      return choice
    },
  })
}

/** Returns the text, or refuses it when it holds a NUL character. */
export function refuseNul(value: string, name: string): string {
  if (value.includes('\0')) throw containsNul(name)
  return value
}

function checkText(value: string, name: string, bounds: TextBounds): string {
  refuseNul(value, name)
  if (bounds.nonBlank && value.trim() === '') throw blank(name)
  if (bounds.length !== undefined && codePoints(value) !== bounds.length) {
    throw wrongLength(name, bounds.length)
  }
  if (bounds.maxLength !== undefined && exceeds(value, bounds.maxLength)) {
    throw tooLong(name, bounds.maxLength)
  }
  if (bounds.pattern !== undefined && !bounds.pattern.test(value)) throw wrongFormat(name)
  return value
}

function textSchema({ nonBlank, maxLength, length, pattern }: TextBounds): JsonSchema {
  return {
    type: 'string',
    ...(nonBlank && { minLength: 1 }),
    ...(maxLength !== undefined && { maxLength }),
    ...(length !== undefined && { minLength: length, maxLength: length }),
    ...(pattern !== undefined && { pattern: pattern.source }),
  }
}
