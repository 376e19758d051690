import { invalidParameter } from './failures.ts'

/** A piece of JSON Schema, as the OpenAPI document embeds it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Where a parameter stands; the kinds of path segment also decide which paths a route matches. */
export type Place = 'form' | 'path-integer' | 'path-text' | 'path-rest'

/** How the text of a parameter carries its value. */
export type Encoding = 'text' | 'json' | 'text-or-json'

interface Specification<Value> {
  readonly place: Place
  readonly encoding: Encoding
  /** The value's schema, made on demand: only the OpenAPI document asks. */
  readonly schema: () => JsonSchema
  /** Text to value; throws a CodedError that names the parameter as `name`. */
  readonly decode: (text: string, name: string) => Value
  readonly required: boolean
  /** The value of an absent parameter that is not required. */
  readonly absent: Value | undefined
  readonly aliases: readonly string[]
  readonly description: string | undefined
}

/**
 * One declared parameter: how its text becomes a value, what its absence means, and what the OpenAPI
 * document says. Immutable: every method returns another parameter.
 */
export class Parameter<Value> {
  readonly specification: Specification<Value>

  private constructor(specification: Specification<Value>) {
    this.specification = specification
  }

  /** A required parameter without aliases. The constructors of the other files start from it. */
  static of<Value>(
    kind: Pick<Specification<Value>, 'place' | 'encoding' | 'schema' | 'decode'>,
  ): Parameter<Value> {
    return new Parameter({ ...kind, required: true, absent: undefined, aliases: [], description: undefined })
  }

  /** May be absent, and is `undefined` then. */
  optional(): Parameter<Value | undefined> {
    return new Parameter<Value | undefined>({ ...this.specification, required: false, absent: undefined })
  }

  /** May be absent, and is `value` then: one of its own values, or null. */
  default(value: Value): Parameter<Value>
  default(value: null): Parameter<Value | null>
  default(value: Value | null): Parameter<Value | null> {
    return new Parameter<Value | null>({ ...this.specification, required: false, absent: value })
  }

  /** Other names that the request may use. Two of the names in one request are refused. */
  alias(...names: readonly string[]): Parameter<Value> {
    return new Parameter({ ...this.specification, aliases: [...this.specification.aliases, ...names] })
  }

  /** What the parameter is for: a sentence of the OpenAPI document. */
  describe(description: string): Parameter<Value> {
    return new Parameter({ ...this.specification, description })
  }

  /**
   * Refuses a value with `Invalid {name}: {reason}`. Declare it before `optional` and `default`.
   *
   * @param reason - what is wrong with the value; undefined when nothing is
   */
  check(reason: (value: Value) => string | undefined): Parameter<Value> {
    const { decode } = this.specification
    return new Parameter({
      ...this.specification,
      decode(text, name) {
        const value = decode(text, name)
        const refusal = reason(value)
        if (refusal !== undefined) throw invalidParameter(name, refusal)
        return value
      },
    })
  }

  /** Turns the value into another. Declare it before `optional` and `default`. */
  map<Other>(turn: (value: Value) => Other): Parameter<Other> {
    const { decode, place, encoding, schema, aliases, description } = this.specification
    return new Parameter<Other>({
      place,
      encoding,
      schema,
      aliases,
      description,
      required: true,
      absent: undefined,
      decode: (text, name) => turn(decode(text, name)),
    })
  }
}

/** The parameters of one endpoint, in the order in which they are checked. */
export type ParameterSet = Readonly<Record<string, Parameter<unknown>>>

/** What an endpoint receives for its parameters. */
export type ParameterValues<Declared extends ParameterSet> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never
}
