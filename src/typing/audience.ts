import sql, { type Sql } from 'sql-template-tag'
import { countLimits } from '../contract/limits.ts'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'

/** Somebody who is told of others typing. */
export interface Onlooker {
  readonly id: number
  readonly isGuest: boolean
}

/** Whether the user `u` wants to see others type, as they do unless they say otherwise. */
const seesTyping: Sql = sql`u.settings->>'receivesTypingNotifications' IS DISTINCT FROM 'false'`

/**
 * Subscribers of a channel who are told of others typing there, by ascending id; nobody in a large channel
 * (reference: limits, "Typing notices in a channel").
 */
export function typingSubscribers(tx: Transaction, { id }: { readonly id: number }): Promise<Onlooker[]> {
  return onlookers(
    tx,
    sql`JOIN subscription s ON s.user_id = u.id AND s.active JOIN channel c ON c.id = s.channel_id
      WHERE c.id = ${id} AND c.subscriber_count <= ${countLimits.typingNoticeSubscribers}
        AND u.is_active AND ${seesTyping}`,
  )
}

/** Those of some users who are told of others typing, by ascending id. */
export function typingUsers(tx: Transaction, userIds: readonly number[]): Promise<Onlooker[]> {
  return onlookers(tx, sql`WHERE u.id = ANY(${userIds}::int[]) AND u.is_active AND ${seesTyping}`)
}

function onlookers(tx: Transaction, where: Sql): Promise<Onlooker[]> {
  return tx.query<Onlooker>(
    sql`SELECT u.id, u.role = ${roles.guest} AS is_guest FROM "user" u ${where} ORDER BY u.id`,
  )
}
