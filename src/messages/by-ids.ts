import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { countLimits } from '../contract/limits.ts'
import type { Context } from '../graphql/context.ts'
import { readableMessage } from './access.ts'
import { type MessageRow, selectMessages } from './message-rows.ts'
import { compileNarrow } from './narrow/compile.ts'
import type { NarrowTerm } from './narrow/term.ts'
import type { MessageWindow } from './window.ts'

/**
 * Reads messages by id, ascending: those that exist, that the viewer may read and that match the
 * narrow.
 *
 * @throws CodedError BAD_REQUEST for too many ids, BAD_NARROW, UNAUTHORIZED for visitors
 */
export async function readMessagesById(
  context: Context,
  messageIds: readonly number[],
  narrow: readonly NarrowTerm[],
): Promise<Pick<MessageWindow, 'messages' | 'search'>> {
  if (messageIds.length > countLimits.messagesPerFetch) {
    throw badRequest(`Too many messages requested (maximum ${countLimits.messagesPerFetch}).`)
  }
  const { db } = context.core
  const { conditions, search } = await compileNarrow(narrow, { context, db })
  const messages = await db.query<MessageRow>(sql`
    ${selectMessages(
      context,
      sql`m.id = ANY(${messageIds}::int[]) AND m.organization_id = ${context.organization.id}
        AND ${readableMessage(context)}${conditions}`,
    )} ORDER BY m.id`)
  return { messages, search }
}
