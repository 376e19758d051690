import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay'
import { databaseIdOf } from './global-id.ts'

/** Entries of a page unless the query says otherwise, and at most. */
export const pageSizes = { defaultSize: 50, maxSize: 500 }

/** The most entries that a page can have. */
export function pageSize({ first, last }: DefaultConnectionArguments): number {
  return Math.min(first ?? last ?? pageSizes.defaultSize, pageSizes.maxSize)
}

/** What a connection costs: as much as the entries that it can have. */
export function pageCost(args: DefaultConnectionArguments): { field: number; multiplier: number } {
  return { field: 1, multiplier: pageSize(args) }
}

/**
 * One page of objects that are known by their ids, the cursor being the id.
 *
 * @param ids of all of them, ascending
 * @param load those with some of the ids, in any order; what is missing is left out
 */
export function pageOfIds<Row extends { readonly id: number }>(
  args: DefaultConnectionArguments,
  ids: readonly number[],
  load: (ids: readonly number[]) => Promise<readonly Row[]>,
) {
  return resolveCursorConnection<Promise<Row[]>>(
    { args, ...pageSizes, toCursor: ({ id }) => String(id) },
    async ({ before, after, limit, inverted }): Promise<Row[]> => {
      const from = after === undefined ? -1 : databaseIdOf(after)
      const to = before === undefined ? Number.POSITIVE_INFINITY : databaseIdOf(before)
      const between = ids.filter((id) => id > from && id < to)
      const wanted = (inverted ? between.reverse() : between).slice(0, limit)
      const rows = new Map((await load(wanted)).map((row) => [row.id, row]))
      return wanted.flatMap((id) => rows.get(id) ?? [])
    },
  )
}
