import sql, { type Sql } from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import type { LockedMessage } from './lock-message.ts'

/** What decides who is told of what happens to a message. */
export type AudienceMessage = Pick<
  LockedMessage,
  'id' | 'channelId' | 'inviteOnly' | 'isWebPublic' | 'historyPublicToSubscribers'
>

/**
 * Active users who are told of what happens to a message, ascending (reference: events, "Message
 * audience").
 */
export async function messageAudience(tx: Transaction, message: AudienceMessage): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    SELECT u.id FROM (${concerned(message)}) AS concerned JOIN "user" u ON u.id = concerned.user_id
    WHERE u.is_active ORDER BY u.id`)
  return rows.map(({ id }) => id)
}

function concerned(message: AudienceMessage): Sql {
  const { id, channelId, inviteOnly, isWebPublic, historyPublicToSubscribers } = message
  const receivers = sql`SELECT um.user_id FROM user_message um WHERE um.message_id = ${id}`
  if (channelId === null) return receivers
  const subscribers = sql`SELECT s.user_id FROM subscription s WHERE s.channel_id = ${channelId} AND s.active`
  if (inviteOnly) return historyPublicToSubscribers ? subscribers : sql`${receivers} INTERSECT ${subscribers}`
  // Whoever took a public message into their history goes on reading it: guests only where visitors do.
  return isWebPublic
    ? sql`${subscribers} UNION ${receivers}`
    : sql`${subscribers} UNION SELECT um.user_id FROM user_message um JOIN "user" reader ON reader.id = um.user_id
        WHERE um.message_id = ${id} AND reader.role <> ${roles.guest}`
}
