import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { messageFlagBits } from '../contract/message-flags.ts'
import type { Context } from '../graphql/context.ts'
import { mutedBy } from '../muted-users/muted-users.ts'
import type { CompiledNarrow } from './narrow/compile.ts'
import { isMuted } from './narrow/muted.ts'
import { idColumn, ownHistory, searchedMessages, withId } from './searched-messages.ts'

/** Where in a narrow a window is. */
export type Anchor =
  | { readonly kind: 'newest' | 'oldest' | 'first unread' }
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'date'; readonly date: Date }

/** An anchor that has been found, and what it means for the two sides of a window. */
export interface ResolvedAnchor {
  /** As MessageWindow.anchorId. */
  readonly id: number | null
  readonly isNewest: boolean
  readonly isOldest: boolean
  /** Whether it is an id, which a message may have. */
  readonly isId: boolean
  /** Conditions: messages before the anchor, from it on, and after it. */
  readonly before: Sql
  readonly from: Sql
  readonly after: Sql
}

const nothing = sql` AND false`
const newest: ResolvedAnchor = {
  id: null,
  isNewest: true,
  isOldest: false,
  isId: false,
  before: empty,
  from: nothing,
  after: nothing,
}
const oldest: ResolvedAnchor = {
  id: 0,
  isNewest: false,
  isOldest: true,
  isId: false,
  before: nothing,
  from: empty,
  after: empty,
}

function atMessage(narrow: CompiledNarrow, id: number): ResolvedAnchor {
  return {
    id,
    isNewest: false,
    isOldest: false,
    isId: true,
    before: withId(narrow, sql`< ${id}`),
    from: withId(narrow, sql`>= ${id}`),
    after: withId(narrow, sql`> ${id}`),
  }
}

/** Finds the message that an anchor means; the newest end of the narrow where there is none. */
export async function resolveAnchor(
  context: Context,
  narrow: CompiledNarrow,
  anchor: Anchor,
): Promise<ResolvedAnchor> {
  switch (anchor.kind) {
    case 'newest':
      return newest
    case 'oldest':
      return oldest
    case 'id':
      return anchor.id <= 0 ? oldest : atMessage(narrow, anchor.id)
    case 'first unread':
      return firstOf(context, narrow, firstUnread(context, narrow))
    case 'date':
      return firstOf(context, narrow, firstSince(context, narrow, anchor.date))
  }
}

/**
 * Counted over the viewer's own history, without what is muted, by its place or its sender; visitors have
 * read everything.
 */
function firstUnread(context: Context, narrow: CompiledNarrow): Sql {
  const { viewer } = context
  if (!viewer) return sql`SELECT NULL::int AS id WHERE false`
  const unread = raw(`um.flags & ${messageFlagBits.read} = 0`)
  // What is unread is found by an index of its own, and is less than a conversation.
  const leads = narrow.leads === 'messages' ? null : narrow.leads
  return sql`SELECT m.id ${ownHistory(context, leads)} AND ${unread} AND NOT ${isMuted(viewer.id)}
    AND m.sender_id NOT IN (${mutedBy(viewer.id)}) ${narrow.conditions} ORDER BY ${idColumn(narrow)} LIMIT 1`
}

/** No transaction takes so long, in milliseconds: ids are in the order of dates that are further apart. */
const LONGEST_TRANSACTION = 3_600_000

/** No message is older or younger; the database has other words for years before the first and after 9999. */
const [EARLIEST, LATEST] = [Date.parse('1000-01-01T00:00:00Z'), Date.parse('9999-01-01T00:00:00Z')]

/** An index says from which id on to look. */
function firstSince(context: Context, narrow: CompiledNarrow, moment: Date): Sql {
  const date = new Date(Math.min(Math.max(moment.getTime(), EARLIEST), LATEST))
  const wellBefore = new Date(date.getTime() - LONGEST_TRANSACTION)
  const lower = sql`> coalesce((SELECT earlier.id FROM message earlier
    WHERE earlier.organization_id = ${context.organization.id} AND earlier.date_sent < ${wellBefore}
    ORDER BY earlier.date_sent DESC LIMIT 1), 0)`
  return sql`${searchedMessages(context, narrow, sql`m.id`)} ${withId(narrow, lower)}
    AND m.date_sent >= ${date} ORDER BY ${idColumn(narrow)} LIMIT 1`
}

async function firstOf({ core }: Context, narrow: CompiledNarrow, statement: Sql): Promise<ResolvedAnchor> {
  const [first] = await core.db.query<{ id: number }>(statement)
  return first ? atMessage(narrow, first.id) : newest
}
