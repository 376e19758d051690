import type * as z from 'zod'
import type { Setting, SettingTable, SettingValues } from '../contract/setting-table.ts'
import { builder } from './builder.ts'

/** The parts of a schema's definition that decide a field's type. */
interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, string>>
}

const definitionOf = (schema: z.ZodType): Definition => schema.def as Definition // zod's own union of forms

function valueName(value: string): string {
  return value.toUpperCase().replace(/\W/g, '_')
}

const enums = new Map<string, ReturnType<typeof enumOf>>()

function enumOf(name: string, setting: Setting, entries: Readonly<Record<string, string>>) {
  const choices = Object.values(entries).map((value) => [valueName(value), { value }])
  return builder.enumType(name, {
    description: setting.meaning,
    values: Object.fromEntries(choices) as Record<string, { value: string }>,
  })
}

/** A choice between words becomes an enum of the name; numbers that mean something stay numbers. */
function fieldType(name: string, setting: Setting, schema: z.ZodType) {
  const { type, values, entries } = definitionOf(schema)
  if (type === 'boolean') return 'Boolean' as const
  if (type === 'string') return 'String' as const
  if (type === 'number') return 'Int' as const
  if (type === 'literal' && values?.every(Number.isInteger)) return 'Int' as const
  if (type === 'enum' && entries) {
    const known = enums.get(name) ?? enumOf(name, setting, entries)
    enums.set(name, known)
    return known
  }
  throw new Error(`${name}: no GraphQL type for settings that are a ${type}.`)
}

/** The type of a setting's field, and whether it can be null. */
function typeOf(enumPrefix: string, key: string, setting: Setting) {
  const { type, innerType } = definitionOf(setting.schema)
  const nullable = type === 'nullable'
  const schema = nullable && innerType ? innerType : setting.schema
  const enumName = `${enumPrefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`
  return { type: fieldType(enumName, setting, schema), nullable }
}

/**
 * An object type with one described field for each setting of a table, under the same names.
 *
 * @param enumPrefix begins the names of the enums that its choices become
 */
export function settingsType<Table extends SettingTable>(
  name: string,
  enumPrefix: string,
  description: string,
  table: Table,
) {
  return builder.objectRef<SettingValues<Table>>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(table).map(([key, setting]) => {
          const field = t.field({
            ...typeOf(enumPrefix, key, setting),
            description: setting.meaning,
            // The table's schema has made the value fit the type that follows from it.
            resolve: (settings) => settings[key] as string,
          })
          return [key, field]
        }),
      ),
  })
}

/**
 * An input type with one optional field for each of some settings of a table, under the same names. Null
 * is a value only where the setting can be null.
 *
 * @param enumPrefix as for the object type of the same table
 */
export function settingsInputType<Table extends SettingTable>(
  name: string,
  enumPrefix: string,
  description: string,
  table: Table,
  settings: readonly (keyof Table & string)[],
) {
  return builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        settings.map((key) => {
          // The names are the table's own.
          const setting = table[key] as Setting
          const { type } = typeOf(enumPrefix, key, setting)
          return [key, t.field({ type, required: false, description: setting.meaning })]
        }),
      ),
  })
}
