import sql, { empty, type Sql } from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { countLimits } from '../contract/limits.ts'
import type { Context } from '../graphql/context.ts'
import { type Anchor, resolveAnchor } from './anchor.ts'
import type { MessageRow } from './message-rows.ts'
import { compileNarrow } from './narrow/compile.ts'
import type { NarrowTerm } from './narrow/term.ts'
import { searchedMessages } from './searched-messages.ts'

/** Which messages are wanted. */
export interface WindowRequest {
  readonly narrow: readonly NarrowTerm[]
  readonly anchor: Anchor
  readonly numBefore: number
  readonly numAfter: number
  readonly includeAnchor: boolean
}

/** Messages of a narrow around an anchor, ascending. */
export interface MessageWindow {
  readonly messages: readonly MessageRow[]
  /** The anchor that was used: a message's id, 0 for the oldest, null for the newest. */
  readonly anchorId: number | null
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

/**
 * Reads a window (reference: "GET /messages", "Range rules").
 *
 * @throws CodedError BAD_REQUEST for a range that is too large, BAD_NARROW, UNAUTHORIZED for visitors
 */
export async function readWindow(context: Context, request: WindowRequest): Promise<MessageWindow> {
  checkRange(request)
  const { db } = context.core
  const { numBefore, numAfter, includeAnchor } = request
  const narrow = await compileNarrow(request.narrow, { context, db })
  const anchor = await resolveAnchor(context, narrow, request.anchor)
  const side = (range: Sql, order: Sql, limit: number) =>
    limit === 0
      ? []
      : [sql`(${searchedMessages(context, narrow)}${range} ORDER BY m.id ${order} LIMIT ${limit})`]
  const before = side(anchor.before, sql`DESC`, numBefore)
  const after = anchor.isId
    ? side(includeAnchor ? anchor.from : anchor.after, empty, includeAnchor ? numAfter + 1 : numAfter)
    : side(anchor.after, empty, numAfter)
  const sides = [...before, ...after]
  const rows = sides.length === 0 ? [] : await db.query<MessageRow>(unionOf(sides))
  rows.sort((left, right) => left.id - right.id)
  return cut(rows, anchor, numBefore, numAfter)
}

function unionOf([first = empty, second]: readonly Sql[]): Sql {
  return second ? sql`${first} UNION ALL ${second}` : first
}

/** Leaves out the message that was read only in case the anchor is none of the narrow's. */
function cut(
  rows: readonly MessageRow[],
  {
    id,
    isId,
    isNewest,
    isOldest,
  }: { id: number | null; isId: boolean; isNewest: boolean; isOldest: boolean },
  numBefore: number,
  numAfter: number,
): MessageWindow {
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
