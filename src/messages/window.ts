import sql, { empty, type Sql } from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { countLimits } from '../contract/limits.ts'
import type { Context } from '../graphql/context.ts'
import { type Anchor, resolveAnchor } from './anchor.ts'
import { type MessageRow, messageColumns } from './message-rows.ts'
import { compileNarrow } from './narrow/compile.ts'
import type { Search } from './narrow/search.ts'
import type { NarrowTerm } from './narrow/term.ts'
import { idColumn, searchedMessages } from './searched-messages.ts'

/** Which messages are wanted. */
export interface WindowRequest {
  readonly narrow: readonly NarrowTerm[]
  readonly anchor: Anchor
  readonly numBefore: number
  readonly numAfter: number
  readonly includeAnchor: boolean
}

/** Part of a narrow around an anchor, ascending. */
interface Range<Row> {
  readonly messages: readonly Row[]
  /** The anchor that was used: a message's id, 0 for the oldest, null for the newest. */
  readonly anchorId: number | null
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

/** Messages of a narrow around an anchor. */
export interface MessageWindow extends Range<MessageRow> {
  /** What the narrow searches for; null when it searches for no words. */
  readonly search: Search | null
}

/**
 * Reads a window (reference: "GET /messages", "Range rules").
 *
 * @throws CodedError BAD_REQUEST for a range that is too large, BAD_NARROW, UNAUTHORIZED for visitors
 */
export async function readWindow(context: Context, request: WindowRequest): Promise<MessageWindow> {
  checkRange(request)
  return readRange<MessageRow>(context, request, messageColumns(context))
}

/** Which messages a window has. */
export interface WindowIds {
  /** Ascending. */
  readonly ids: readonly number[]
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

/**
 * Finds the messages of a window without reading them.
 *
 * @throws CodedError as readWindow
 */
export async function readWindowIds(context: Context, request: WindowRequest): Promise<WindowIds> {
  checkRange(request)
  const { messages, foundOldest, foundNewest } = await readRange<{ id: number }>(context, request, sql`m.id`)
  return { ids: messages.map(({ id }) => id), foundOldest, foundNewest }
}

async function readRange<Row extends { readonly id: number }>(
  context: Context,
  request: WindowRequest,
  columns: Sql,
): Promise<Range<Row> & Pick<MessageWindow, 'search'>> {
  const { db } = context.core
  const { numBefore, numAfter, includeAnchor } = request
  const narrow = await compileNarrow(request.narrow, { context, db })
  const anchor = await resolveAnchor(context, narrow, request.anchor)
  const side = (range: Sql, order: Sql, limit: number) =>
    limit === 0
      ? []
      : [
          sql`(${searchedMessages(context, narrow, columns)}${range} ORDER BY ${idColumn(narrow)} ${order} LIMIT ${limit})`,
        ]
  const before = side(anchor.before, sql`DESC`, numBefore)
  const after = anchor.isId
    ? side(includeAnchor ? anchor.from : anchor.after, empty, includeAnchor ? numAfter + 1 : numAfter)
    : side(anchor.after, empty, numAfter)
  const sides = [...before, ...after]
  const rows = sides.length === 0 ? [] : await db.query<Row>(unionOf(sides))
  rows.sort((left, right) => left.id - right.id)
  return { ...cut(rows, anchor, numBefore, numAfter), search: narrow.search }
}

function unionOf([first = empty, second]: readonly Sql[]): Sql {
  return second ? sql`${first} UNION ALL ${second}` : first
}

/** Leaves out the message that was read only in case the anchor is none of the narrow's. */
function cut<Row extends { readonly id: number }>(
  rows: readonly Row[],
  {
    id,
    isId,
    isNewest,
    isOldest,
  }: { id: number | null; isId: boolean; isNewest: boolean; isOldest: boolean },
  numBefore: number,
  numAfter: number,
): Range<Row> {
  const foundAnchor = isId && rows.some((row) => row.id === id)
  const countBefore = isNewest ? rows.length : rows.filter((row) => row.id < (id ?? 0)).length
  const countAfter = rows.length - countBefore - (foundAnchor ? 1 : 0)
  return {
    messages: countAfter > numAfter ? rows.slice(0, -1) : rows,
    anchorId: id,
    foundAnchor,
    foundOldest: isOldest || countBefore < numBefore,
    foundNewest: isNewest || countAfter < numAfter,
  }
}

function checkRange({ numBefore, numAfter, includeAnchor }: WindowRequest): void {
  if (numBefore < 0) throw badRequest('num_before is too small')
  if (numAfter < 0) throw badRequest('num_after is too small')
  if (numBefore + numAfter > countLimits.messagesPerFetch) {
    throw badRequest(`Too many messages requested (maximum ${countLimits.messagesPerFetch}).`)
  }
  if (!includeAnchor && numBefore > 0 && numAfter > 0) {
    throw badRequest('The anchor can be left out only at an end of the range')
  }
}
