import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay'
import { databaseIdOf } from './global-id.ts'

/** Entries of a page unless the query says otherwise, and at most. */
const PAGE = 50
const LARGEST_PAGE = 500

/** What a connection costs: as much as the entries that it can have. */
export function pageCost({ first, last }: DefaultConnectionArguments): { field: number; multiplier: number } {
  return { field: 1, multiplier: Math.min(first ?? last ?? PAGE, LARGEST_PAGE) }
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
    { args, defaultSize: PAGE, maxSize: LARGEST_PAGE, toCursor: ({ id }) => String(id) },
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
