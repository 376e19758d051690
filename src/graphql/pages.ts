import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay'
import { databaseIdOf } from './global-id.ts'

/** Entries of a page unless the query says otherwise, and at most. */
const pageSizes = { defaultSize: 50, maxSize: 500 }

/** The most entries that a page can have. */
export function pageSize({ first, last }: DefaultConnectionArguments): number {
  return Math.min(first ?? last ?? pageSizes.defaultSize, pageSizes.maxSize)
}

/** What a connection costs: as much as the entries that it can have. */
export function pageCost(args: DefaultConnectionArguments): { field: number; multiplier: number } {
  return { field: 1, multiplier: pageSize(args) }
}

/** Which entries a page has: those with ids between two, and of them so many from one end. */
export interface PageRange {
  /** Ids are greater; undefined for no bound. */
  readonly after: number | undefined
  /** Ids are less; undefined for no bound. */
  readonly before: number | undefined
  readonly limit: number
  /** Whether the greatest ids are wanted rather than the least. */
  readonly fromEnd: boolean
}

/**
 * One page of objects with ids, the cursor being the id.
 *
 * @param read the entries of a range, ascending
 * @throws CodedError BAD_REQUEST for a cursor that is none
 */
export function pageOf<Row extends { readonly id: number }>(
  args: DefaultConnectionArguments,
  read: (range: PageRange) => Promise<readonly Row[]>,
) {
  return resolveCursorConnection<Promise<Row[]>>(
    { args, ...pageSizes, toCursor: ({ id }) => String(id) },
    async ({ before, after, limit, inverted: fromEnd }): Promise<Row[]> => {
      const idOf = (cursor: string | undefined) => (cursor === undefined ? undefined : databaseIdOf(cursor))
      const rows = await read({ after: idOf(after), before: idOf(before), limit, fromEnd })
      return fromEnd ? [...rows].reverse() : [...rows]
    },
  )
}

/**
 * One page of objects that are known by their ids, as {@link pageOf}.
 *
 * @param ids of all of them, ascending
 * @param load those with some of the ids, in any order; what is missing is left out
 */
export function pageOfIds<Row extends { readonly id: number }>(
  args: DefaultConnectionArguments,
  ids: readonly number[],
  load: (ids: readonly number[]) => Promise<readonly Row[]>,
) {
  return pageOf(args, async ({ after = -1, before = Number.POSITIVE_INFINITY, limit, fromEnd }) => {
    const between = ids.filter((id) => id > after && id < before)
    const wanted = fromEnd ? between.slice(-limit) : between.slice(0, limit)
    const rows = new Map((await load(wanted)).map((row) => [row.id, row]))
    return wanted.flatMap((id) => rows.get(id) ?? [])
  })
}
