import sql, { type Sql } from 'sql-template-tag'
import type { Asker } from '../channels/access.ts'
import { accessibleChannel } from '../channels/access-conditions.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { Queryable } from '../database/database.ts'
import type { Context } from '../graphql/context.ts'
import { type MessageRow, selectMessages } from './message-rows.ts'
import { admitsVisitors, signInFirst } from './visitors.ts'

/** The one answer for messages that do not exist and those that one may not see. */
export const invalidMessages = () => badRequest('Invalid message(s)')

/**
 * The condition under which the viewer reads a message (reference: permissions, "Access"): as a
 * participant who received it, or with access to the channel's content; where the history is
 * protected, only what was received.
 *
 * It speaks of the message `m`, its channel `c` and the viewer's own row `um`, both joined from the
 * left.
 */
export function readableMessage(asker: Asker): Sql {
  return sql`(CASE WHEN m.channel_id IS NULL THEN um.user_id IS NOT NULL
    ELSE ${accessibleChannel(asker, 'content')}
      AND (c.history_public_to_subscribers OR c.is_web_public OR um.user_id IS NOT NULL) END)`
}

/**
 * Loads a message if the viewer may read it.
 *
 * @throws CodedError BAD_REQUEST, the same for a message that does not exist
 */
export async function accessMessage(db: Queryable, asker: Asker, messageId: number): Promise<MessageRow> {
  const [row] = await db.query<MessageRow>(
    selectMessages(
      asker,
      sql`m.id = ${messageId} AND m.organization_id = ${asker.organization.id} AND ${readableMessage(asker)}`,
    ),
  )
  if (!row) throw invalidMessages()
  return row
}

/**
 * The messages of these ids that the viewer, or a visitor, may read, in their order: null for the others.
 */
export async function readableMessages(
  context: Context,
  messageIds: readonly number[],
): Promise<(MessageRow | null)[]> {
  const { viewer, core, organization } = context
  if (!viewer && !admitsVisitors(context)) return messageIds.map(() => null)
  const rows = await core.db.query<MessageRow>(
    selectMessages(
      context,
      sql`m.id = ANY(${messageIds}::int[]) AND m.organization_id = ${organization.id} AND ${readableMessage(context)}`,
    ),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return messageIds.map((id) => byId.get(id) ?? null)
}

/**
 * The same as accessMessage outside of transactions, where visitors may ask too: for messages of web-public channels.
 *
 * @throws CodedError BAD_REQUEST; UNAUTHORIZED for visitors, whatever the reason
 */
export async function accessVisibleMessage(context: Context, messageId: number): Promise<MessageRow> {
  if (context.viewer) return accessMessage(context.core.db, context, messageId)
  if (!admitsVisitors(context)) throw signInFirst()
  return accessMessage(context.core.db, context, messageId).catch((error: unknown) => {
    throw error instanceof CodedError ? signInFirst() : error
  })
}
