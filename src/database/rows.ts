import { LRUCache } from 'lru-cache'

/** `date_sent` becomes `dateSent`, as the Prisma models spell it. */
function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

type RowMaker = (values: readonly unknown[]) => object

/** By the columns' names; statements are few, but some are put together from many pieces. */
const makers = new LRUCache<string, RowMaker>({ max: 2000 })

/**
 * Writes a function that makes a row's object in one go, `values => ({"id":values[0],…})`. An object that
 * gets its properties one by one under computed names becomes a dictionary when it has more than a dozen:
 * making, reading and collecting those took more than half of the time of long lists.
 */
function makerOf(names: readonly string[]): RowMaker {
  const key = names.join(',')
  let maker = makers.get(key)
  if (!maker) {
    // Of two columns with one name the later one counts. The names are quoted, whatever they are.
    const places = new Map(names.map((name, place) => [camelCase(name), place]))
    const parts = [...places].map(([name, place]) => `${JSON.stringify(name)}:values[${place}]`)
    maker = new Function('values', `return {${parts.join()}}`) as RowMaker // What was written just now.
    makers.set(key, maker)
  }
  return maker
}

/** Builds row objects from a result in array form. */
export function rowsFrom<Row>(columns: readonly { name: string }[], values: readonly unknown[][]): Row[] {
  if (values.length === 0) return []
  const maker = makerOf(columns.map(({ name }) => name))
  // The caller's statement decides the columns, so only the caller can know the row's type.
  return values.map((row) => maker(row) as Row)
}
