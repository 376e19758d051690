import { builder } from '../../graphql/builder.ts'
import { sameForAll } from '../../graphql/shared-results.ts'
import type { FieldBuilder, WireObject } from './field-builder.ts'
import { fieldDescription } from './field-descriptions.ts'
import { nestedTypeName } from './names.ts'
import type { FieldShape } from './shape.ts'

/** UNIX seconds on the wire; a moment in GraphQL. */
const moment = /(^|_)(timestamp|time)$|^(date_created|last_updated|server_generation)$/
/** Counts of bytes outgrow GraphQL's Int. */
const bytes = /^(size|upload_space_used)$/
/** Who holds a permission. */
const groupSetting = /^(can_\w+_groups?|\w+_group)$/

function scalarOf(wireName: string, { is }: FieldShape) {
  if ((is === 'int' || is === 'float') && moment.test(wireName)) return 'DateTime'
  if (is === 'json' && groupSetting.test(wireName)) return 'GroupSetting'
  if (is === 'int') return bytes.test(wireName) ? 'Float' : 'Int'
  return ({ float: 'Float', string: 'String', boolean: 'Boolean', json: 'JSON', object: 'JSON' } as const)[is]
}

const momentOf = (value: unknown): unknown => (typeof value === 'number' ? new Date(value * 1000) : value)

/**
 * The field of one value of an event: a scalar, or a generated object type for a closed object.
 *
 * @param owner the GraphQL type that gets the field
 * @param objectOf from its value to the wire object that has the field
 * @param fieldsOf the fields of a nested object, by its type's name
 */
export function valueField<Parent>(
  t: FieldBuilder<Parent>,
  owner: string,
  wireName: string,
  shape: FieldShape,
  objectOf: (parent: Parent) => WireObject,
  nestedFields: (t: FieldBuilder<WireObject>, owner: string, shape: FieldShape) => object,
) {
  const { isList, isNullable: nullable } = shape
  const description = shape.description ?? fieldDescription(wireName)
  const read = (parent: Parent) => objectOf(parent)[wireName] ?? null
  if (shape.is === 'object') {
    const name = nestedTypeName(owner, wireName)
    const type = builder.objectRef<WireObject>(name).implement({
      description: `Part of ${owner}: ${description}`,
      // The shape is data, so that the compiler cannot know the fields.
      fields: (nested) => nestedFields(nested, name, shape) as Record<string, never>,
    })
    return t.field({
      type: isList ? [type] : type,
      nullable,
      description,
      extensions: sameForAll,
      resolve: (parent) => read(parent) as never,
    })
  }
  const scalar = scalarOf(wireName, shape)
  const resolve = (parent: Parent) => (scalar === 'DateTime' ? momentOf(read(parent)) : read(parent)) as never
  return t.field({
    type: isList ? [scalar] : scalar,
    nullable,
    description,
    extensions: sameForAll,
    resolve,
  })
}
