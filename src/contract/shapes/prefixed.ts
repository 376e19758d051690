/** The same fields, each with the prefix before its name. */
export function prefixed<const Prefix extends string, Fields extends object>(
  prefix: Prefix,
  fields: Fields,
): { [Name in keyof Fields & string as `${Prefix}${Name}`]: Fields[Name] } {
  const entries = Object.entries(fields).map(([name, field]) => [`${prefix}${name}`, field])
  return Object.fromEntries(entries) // fromEntries() forgets the keys that the return type spells out
}
