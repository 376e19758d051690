import * as z from 'zod'

/** What a field of a declared event is, as far as GraphQL types go. */
export interface FieldShape {
  readonly is: 'int' | 'float' | 'string' | 'boolean' | 'json' | 'object'
  readonly isList: boolean
  readonly isNullable: boolean
  /** Of an object: its fields by their wire names. */
  readonly fields: ReadonlyMap<string, FieldShape>
  readonly description: string | undefined
}

/** The parts of a JSON Schema that event declarations make use of. */
interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly description?: string
}

const scalars: Readonly<Record<string, FieldShape['is']>> = {
  integer: 'int',
  number: 'float',
  string: 'string',
  boolean: 'boolean',
}

const json = { is: 'json' as const, fields: new Map<string, FieldShape>() }

/** The fields of a closed event, by their wire names. */
export function eventShape(canonical: z.ZodType): ReadonlyMap<string, FieldShape> {
  // zod's declaration of JSON Schema is wider than what it makes of our declarations.
  return shapeOf(z.toJSONSchema(canonical, { io: 'output' }) as JsonSchema).fields
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): ReadonlyMap<string, FieldShape> {
  return new Map(
    Object.entries(properties).map(([name, schema]) => {
      const shape = shapeOf(schema)
      return [name, required.includes(name) ? shape : { ...shape, isNullable: true }]
    }),
  )
}

function shapeOf(schema: JsonSchema): FieldShape {
  const { description } = schema
  if (schema.anyOf) return { ...shapeOfUnion(flat(schema.anyOf)), description }
  if (schema.type === 'array' && schema.items) {
    const item = shapeOf(schema.items)
    // Lists of lists and of nullable values are rare enough to stay JSON.
    if (item.isList || item.isNullable) return { ...json, isNullable: false, isList: false, description }
    return { ...item, isList: true, description }
  }
  if (schema.type === 'object' && schema.properties) {
    return { is: 'object', isList: false, isNullable: false, fields: fieldsOf(schema), description }
  }
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null')
  return { is: scalarOf(schema), isList: false, isNullable, fields: new Map(), description }
}

function flat(alternatives: readonly JsonSchema[]): JsonSchema[] {
  return alternatives.flatMap((schema) => (schema.anyOf ? flat(schema.anyOf) : [schema]))
}

/** A union of objects becomes one object with the fields of all; any other stays JSON. */
function shapeOfUnion(alternatives: readonly JsonSchema[]): FieldShape {
  const shapes = alternatives.filter(({ type }) => type !== 'null').map(shapeOf)
  const isNullable = shapes.length < alternatives.length
  const [first] = shapes
  if (first && shapes.every((shape) => shape.is === first.is && shape.is !== 'object' && !shape.isList)) {
    return { ...first, isNullable }
  }
  if (first && shapes.every((shape) => shape.is === 'object' && !shape.isList)) {
    return { ...first, isNullable, fields: mergedFields(shapes) }
  }
  return { ...json, isList: false, isNullable, description: undefined }
}

function mergedFields(shapes: readonly FieldShape[]): ReadonlyMap<string, FieldShape> {
  const merged = new Map<string, FieldShape>()
  for (const { fields } of shapes) {
    for (const [name, field] of fields) {
      const known = merged.get(name)
      const inAll = shapes.every((shape) => shape.fields.has(name))
      const isNullable = !inAll || field.isNullable || known?.isNullable === true
      // What is of one type here and of another there can only be JSON.
      const agreed =
        known && (known.is !== field.is || known.isList !== field.isList)
          ? { ...field, ...json, isList: false }
          : field
      merged.set(name, { ...agreed, isNullable })
    }
  }
  return merged
}

function scalarOf({ type, const: constant, enum: values }: JsonSchema): FieldShape['is'] {
  const sample = constant ?? values?.[0]
  if (Number.isInteger(sample)) return 'int'
  const [named = typeof sample, another] = [type ?? []].flat().filter((name) => name !== 'null')
  return another === undefined ? (scalars[named] ?? 'json') : 'json'
}
