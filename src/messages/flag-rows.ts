import sql, { type Sql } from 'sql-template-tag'
import { type MessageFlag, messageFlagBits } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { readableMessage } from './access.ts'

/** What becomes of a flag. */
export type FlagOperation = 'add' | 'remove'

/** Whether the user has received all these messages, readable or not. */
export async function haveRows(
  tx: Transaction,
  userId: number,
  messageIds: readonly number[],
): Promise<boolean> {
  if (messageIds.length === 0) return true
  const rows = await tx.query(sql`
    SELECT message_id FROM user_message
    WHERE user_id = ${userId} AND message_id = ANY(${messageIds}::int[])`)
  return rows.length === messageIds.length
}

/**
 * Lets messages enter the history, with the change made; returns those that were not there.
 *
 * @param messageIds held by the transaction
 */
export async function addRows(
  tx: Transaction,
  userId: number,
  messageIds: readonly number[],
  flag: MessageFlag,
  marksUnread: boolean,
): Promise<number[]> {
  const flags = messageFlagBits.historical | (marksUnread ? 0 : messageFlagBits.read | messageFlagBits[flag])
  const rows = await tx.query<{ messageId: number }>(sql`
    INSERT INTO user_message (user_id, message_id, flags)
    SELECT ${userId}, id, ${flags} FROM message WHERE id = ANY(${messageIds}::int[])
    ON CONFLICT DO NOTHING RETURNING message_id`)
  return rows.map(({ messageId }) => messageId)
}

/** Changes those of a user's rows that need it; returns their messages. */
export function updateRows(
  tx: Transaction,
  userId: number,
  messageIds: readonly number[],
  flag: MessageFlag,
  operation: FlagOperation,
): Promise<number[]> {
  const rows = sql`FROM user_message um
    WHERE um.user_id = ${userId} AND um.message_id = ANY(${messageIds}::int[])`
  return update(tx, userId, rows, flag, operation)
}

/** The same for those messages that the user may still read. */
export function updateReadableRows(
  tx: Transaction,
  context: ViewerContext,
  messageIds: readonly number[],
  flag: MessageFlag,
  operation: FlagOperation,
): Promise<number[]> {
  const rows = sql`
    FROM user_message um JOIN message m ON m.id = um.message_id LEFT JOIN channel c ON c.id = m.channel_id
    WHERE um.user_id = ${context.viewer.id} AND um.message_id = ANY(${messageIds}::int[])
      AND ${readableMessage(context)}`
  return update(tx, context.viewer.id, rows, flag, operation)
}

/**
 * Changes rows in the order of their ids, so that two changes cannot wait for each other.
 *
 * @param rows `FROM … WHERE …`, with the rows as `um`
 * @returns the messages, ascending
 */
async function update(
  tx: Transaction,
  userId: number,
  rows: Sql,
  flag: MessageFlag,
  operation: FlagOperation,
): Promise<number[]> {
  const bit = messageFlagBits[flag]
  const isAdded = operation === 'add'
  const changed = await tx.query<{ messageId: number }>(sql`
    WITH wanted AS (
      SELECT um.message_id ${rows} AND (um.flags & ${bit} <> 0) <> ${isAdded}
      ORDER BY um.message_id FOR UPDATE OF um
    )
    UPDATE user_message um
    SET flags = CASE WHEN ${isAdded} THEN um.flags | ${bit} ELSE um.flags & ~${bit}::int END
    WHERE um.user_id = ${userId} AND um.message_id = ANY(ARRAY(SELECT message_id FROM wanted))
    RETURNING um.message_id`)
  return changed.map(({ messageId }) => messageId).sort((left, right) => left - right)
}
