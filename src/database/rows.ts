const camelCased = new Map<string, string>()

/** `date_sent` becomes `dateSent`, as the Prisma models spell it. */
function camelCase(column: string): string {
  let name = camelCased.get(column)
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelCased.set(column, name)
  }
  return name
}

/** Builds row objects from a result in array form. */
export function rowsFrom<Row>(columns: readonly { name: string }[], values: readonly unknown[][]): Row[] {
  const keys = columns.map((column) => camelCase(column.name))
  return values.map((row) => {
    const object: Record<string, unknown> = {}
    for (let i = 0; i < keys.length; i++) object[keys[i] as string] = row[i]
    // The caller's statement decides the columns, so only the caller can know the row's type.
    return object as Row
  })
}
