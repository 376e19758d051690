import type * as z from 'zod'

/** One setting that is stored as data. */
export interface Setting<WireName extends string = string, Schema extends z.ZodType = z.ZodType> {
  /** Its name in the REST API, without a prefix. */
  readonly wireName: WireName
  readonly schema: Schema
  readonly default: z.output<Schema>
  readonly meaning: string
}

/** Settings by our own names. */
export type SettingTable = Readonly<Record<string, Setting>>

/** The values of a table's settings. */
export type SettingValues<Table extends SettingTable> = {
  -readonly [Name in keyof Table]: z.output<Table[Name]['schema']>
}

/** The schemas of a table's settings by their wire names, each behind a prefix. */
export type WireFields<Table extends SettingTable, Prefix extends string = ''> = {
  -readonly [Name in keyof Table as `${Prefix}${Table[Name]['wireName']}`]: Table[Name]['schema']
}

/** The values of a table's settings by their wire names. */
export type WireValues<Table extends SettingTable, Prefix extends string = ''> = {
  -readonly [Name in keyof Table as `${Prefix}${Table[Name]['wireName']}`]: z.output<Table[Name]['schema']>
}

/** Fields for a schema of the settings as they appear on the wire. */
export function wireFields<Table extends SettingTable, const Prefix extends string = ''>(
  table: Table,
  prefix: Prefix,
): WireFields<Table, Prefix> {
  const fields = Object.values(table).map(({ wireName, schema }) => [`${prefix}${wireName}`, schema])
  return Object.fromEntries(fields) // fromEntries() forgets the keys that the return type spells out
}

/** The settings as they appear on the wire. */
export function wireValues<Table extends SettingTable, const Prefix extends string = ''>(
  table: Table,
  prefix: Prefix,
  values: SettingValues<Table>,
): WireValues<Table, Prefix> {
  const entries = Object.entries(table).map(([name, { wireName }]) => [`${prefix}${wireName}`, values[name]])
  return Object.fromEntries(entries) // as above
}

/**
 * Stored values over the defaults. What the table does not declare is dropped, and a stored value
 * that its setting no longer allows counts as not stored, so that old data never locks anybody out.
 */
export function settingValues<Table extends SettingTable>(
  table: Table,
  stored: unknown,
): SettingValues<Table> {
  const values: ReadonlyMap<string, unknown> = new Map(
    typeof stored === 'object' && stored !== null ? Object.entries(stored) : [],
  )
  const entries = Object.entries(table).map(([name, setting]) => {
    // Most settings have never been changed, and every request comes by here.
    const parsed = values.has(name) ? setting.schema.safeParse(values.get(name)) : undefined
    return [name, parsed?.success ? parsed.data : setting.default]
  })
  return Object.fromEntries(entries) // as above
}
