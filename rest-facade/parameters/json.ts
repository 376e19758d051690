import { z } from 'zod'
import { checked } from './checked.ts'
import { exceeds } from './code-points.ts'
import { parsedOrUndefined, parseJson } from './json-text.ts'
import { type JsonSchema, Parameter } from './parameter.ts'
import { refuseNul, type TextBounds } from './text.ts'

/** The range of an integer, both ends allowed. Ids and times fit the default, 32 bits signed. */
export interface IntegerBounds {
  readonly min?: number
  readonly max?: number
}

/**
 * A JSON-encoded value. Nested structure is a zod schema without coercion; its issues become the
 * messages of the reference. Use `strictObject` where the reference forbids unknown keys, and
 * `nullable()` where `null` is a value.
 */
export function json<Schema extends z.ZodType>(schema: Schema): Parameter<z.output<Schema>> {
  return Parameter.of({
    place: 'form',
    encoding: 'json',
    schema: () => schemaOf(schema),
    decode: (text, name) => checked(schema, parseJson(text, name), name),
  })
}

/** A JSON-encoded integer: `"5"`, `5.0` and `true` are none. */
export function integer({ min = -(2 ** 31), max = 2 ** 31 - 1 }: IntegerBounds = {}): Parameter<number> {
  return json(z.int().min(min).max(max))
}

/** A JSON-encoded `true` or `false`, and nothing else. */
export function boolean(): Parameter<boolean> {
  return json(z.boolean())
}

/**
 * A value that clients send both raw and as JSON: text that parses as JSON is taken as JSON, other
 * text as a string. `topics_policy=inherit` and `topics_policy="inherit"` mean the same.
 */
export function textOrJson<Schema extends z.ZodType>(schema: Schema): Parameter<z.output<Schema>> {
  return Parameter.of({
    place: 'form',
    encoding: 'text-or-json',
    schema: () => schemaOf(schema),
    decode(text, name) {
      const isJson = parsedOrUndefined(text) !== undefined
      return checked(schema, isJson ? parseJson(text, name) : refuseNul(text, name), name)
    },
  })
}

/** A plain text, taken raw, that a schema bounds. */
export function textWithin(schema: z.ZodType<string>): Parameter<string> {
  return Parameter.of({
    place: 'form',
    encoding: 'text',
    schema: () => schemaOf(schema),
    decode: (value, name) => checked(schema, refuseNul(value, name), name),
  })
}

/** A string inside a JSON value, with the bounds of a plain text parameter. */
export function boundedString({
  nonBlank,
  maxLength,
}: Pick<TextBounds, 'nonBlank' | 'maxLength'>): z.ZodString {
  return z
    .string()
    .check(({ value, issues }) => {
      if (nonBlank && value.trim() === '') {
        issues.push({ code: 'too_small', origin: 'string', minimum: 1, input: value })
      }
      if (maxLength !== undefined && exceeds(value, maxLength)) {
        issues.push({ code: 'too_big', origin: 'string', maximum: maxLength, input: value })
      }
    })
    .meta({ ...(nonBlank && { minLength: 1 }), ...(maxLength !== undefined && { maxLength }) })
}

function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return described
}
