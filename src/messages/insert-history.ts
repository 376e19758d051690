import sql from 'sql-template-tag'
import { countLimits } from '../contract/limits.ts'
import { messageFlagBits } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'

/**
 * Gives a new user the newest messages of channels as history, the very newest unread (reference:
 * "Sign-up and first login"). Nothing is announced: the user has no queue yet.
 *
 * @param channelIds channels whose earlier messages the user may read, locked by the transaction
 */
export async function insertHistory(
  tx: Transaction,
  userId: number,
  channelIds: readonly number[],
): Promise<void> {
  const { backfilledMessages, backfilledUnread } = countLimits
  const { historical, read } = messageFlagBits
  await tx.query(sql`
    WITH newest AS (
      SELECT m.id FROM unnest(${channelIds}::int[]) AS c(id) CROSS JOIN LATERAL (
        SELECT id FROM message WHERE channel_id = c.id ORDER BY id DESC LIMIT ${backfilledMessages}
      ) m
      ORDER BY m.id DESC LIMIT ${backfilledMessages}
    )
    INSERT INTO user_message (user_id, message_id, flags)
    SELECT ${userId}, id, CASE WHEN row_number() OVER (ORDER BY id DESC) <= ${backfilledUnread}
      THEN ${historical}::int ELSE ${historical | read}::int END
    FROM newest`)
}
