import sql from 'sql-template-tag'
import { messageFlagBits } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'

/**
 * Lets a message that somebody never received enter their own history, read, because they have
 * taken part in it (reference: "Which messages are searched"). It is locked by the transaction.
 */
export async function takeIntoHistory(tx: Transaction, userId: number, messageId: number): Promise<void> {
  await tx.query(sql`
    INSERT INTO user_message (user_id, message_id, flags)
    VALUES (${userId}, ${messageId}, ${messageFlagBits.read | messageFlagBits.historical})
    ON CONFLICT DO NOTHING`)
}
