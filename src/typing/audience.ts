import sql, { type Sql } from 'sql-template-tag'
import { countLimits } from '../contract/limits.ts'
import type { Transaction } from '../database/database.ts'

/** Whether the user `u` wants to see others type, as they do unless they say otherwise. */
const seesTyping: Sql = sql`u.settings->>'receivesTypingNotifications' IS DISTINCT FROM 'false'`

/**
 * Subscribers of a channel who are told of others typing there, ascending; nobody in a large channel
 * (reference: limits, "Typing notices in a channel").
 */
export async function typingSubscribers(tx: Transaction, { id }: { readonly id: number }): Promise<number[]> {
  return idsOf(
    tx,
    sql`JOIN subscription s ON s.user_id = u.id AND s.active JOIN channel c ON c.id = s.channel_id
      WHERE c.id = ${id} AND c.subscriber_count <= ${countLimits.typingNoticeSubscribers}
        AND u.is_active AND ${seesTyping}`,
  )
}

/** Those of some users who are told of others typing, ascending. */
export function typingUsers(tx: Transaction, userIds: readonly number[]): Promise<number[]> {
  return idsOf(tx, sql`WHERE u.id = ANY(${userIds}::int[]) AND u.is_active AND ${seesTyping}`)
}

async function idsOf(tx: Transaction, where: Sql): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`SELECT u.id FROM "user" u ${where} ORDER BY u.id`)
  return rows.map(({ id }) => id)
}
