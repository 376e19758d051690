import sql from 'sql-template-tag'
import { flagsWithoutRow } from '../../contract/message-flags.ts'
import type { Transaction } from '../../database/database.ts'

/** Everybody's flags of a message, as bits, by user. */
export type KnownFlags = ReadonlyMap<number, number> | undefined

/**
 * Everybody's flags of messages, by message. They stay so until the transaction ends: who marks one of the messages
 * is told of that either before the event with these flags, which has the mark, or after it.
 *
 * @param messageIds held by the transaction, so that nobody takes one into their history
 */
export async function flagsOf(
  tx: Transaction,
  messageIds: readonly number[],
): Promise<Map<number, KnownFlags>> {
  const rows = await tx.query<{ messageId: number; userIds: number[]; flags: number[] }>(sql`
    WITH held AS (
      SELECT message_id, user_id, flags FROM user_message
      WHERE message_id = ANY(${[...new Set(messageIds)]}::int[]) ORDER BY message_id, user_id FOR UPDATE
    )
    SELECT message_id, array_agg(user_id ORDER BY user_id) AS user_ids, array_agg(flags ORDER BY user_id) AS flags
    FROM held GROUP BY message_id`)
  return new Map(
    rows.map(({ messageId, userIds, flags }) => [
      messageId,
      new Map(userIds.map((userId, i) => [userId, flags[i] ?? 0])),
    ]),
  )
}

/** The flags of some users, as an event carries them: bits by user id. */
export function toldFlags(known: KnownFlags, userIds: readonly number[]): Record<number, number> {
  return Object.fromEntries(userIds.map((id) => [id, known?.get(id) ?? flagsWithoutRow]))
}
