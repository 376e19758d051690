import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { countLimits } from '../contract/limits.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { compileNarrow } from './narrow/compile.ts'
import type { NarrowTerm } from './narrow/term.ts'
import { type SearchMatch, searchMatches } from './search-matches.ts'
import { ownHistory } from './searched-messages.ts'

/**
 * Those of some messages that match a narrow and are in the viewer's own history, ascending (reference:
 * GET /messages/matches_narrow).
 *
 * @throws CodedError BAD_REQUEST for too many ids, BAD_NARROW
 */
export async function readMatching(
  context: ViewerContext,
  messageIds: readonly number[],
  narrow: readonly NarrowTerm[],
): Promise<SearchMatch[]> {
  if (messageIds.length > countLimits.messagesPerFetch) {
    throw badRequest(`Too many messages requested (maximum ${countLimits.messagesPerFetch}).`)
  }
  const { db } = context.core
  const { conditions, search } = await compileNarrow(narrow, { context, db })
  const messages = await db.query<{ id: number; renderedContent: string; topic: string }>(sql`
    SELECT m.id, m.rendered_content, m.topic ${ownHistory(context)}
      AND um.message_id = ANY(${messageIds}::int[]) ${conditions} ORDER BY m.id`)
  return searchMatches(db, messages, search)
}
