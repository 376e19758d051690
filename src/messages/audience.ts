import sql, { type Sql } from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'

/** What decides who is told of a channel's messages. */
export type SharedChannel = Pick<
  Channel,
  'id' | 'organizationId' | 'inviteOnly' | 'isWebPublic' | 'historyPublicToSubscribers'
>

/** Users who are told of the same messages. */
export interface Told {
  /** Ascending. */
  readonly userIds: readonly number[]
  /** Ascending. */
  readonly messageIds: readonly number[]
}

/**
 * Who is told of what happens to messages of a channel (reference: events, "Message audience"):
 * subscribers, all of them or, with protected history, those who received a message; of public
 * channels also others who have it in their history.
 *
 * @param messageIds of this channel, ascending
 */
export async function audienceOf(
  tx: Transaction,
  channel: SharedChannel,
  messageIds: readonly number[],
): Promise<Told[]> {
  const subscribed = isSubscribed(channel)
  if (!(channel.historyPublicToSubscribers || channel.isWebPublic)) {
    return receiversOf(tx, messageIds, subscribed)
  }
  const subscribers = { userIds: await activeSubscribers(tx, channel), messageIds }
  if (channel.inviteOnly) return [subscribers]
  const reads = channel.isWebPublic ? sql`true` : sql`u.role <> ${roles.guest}`
  return [subscribers, ...(await receiversOf(tx, messageIds, sql`NOT ${subscribed} AND ${reads}`))]
}

/**
 * Who is told of what happens to one message, whoever does it included.
 *
 * @param message.channel null for direct messages
 */
export async function messageAudience(
  tx: Transaction,
  { id, channel }: { readonly id: number; readonly channel: SharedChannel | null },
  doerId: number,
): Promise<number[]> {
  const told = channel ? await audienceOf(tx, channel, [id]) : await receiversOf(tx, [id], sql`true`)
  // Whoever reads a private channel without being subscribed is told of what they do, too.
  return [...new Set([...told.flatMap(({ userIds }) => userIds), doerId])]
}

/** The same with one user who is told of all messages: whoever changes them. */
export function withAll(told: readonly Told[], userId: number, messageIds: readonly number[]): Told[] {
  const others = told.map((group) => ({ ...group, userIds: group.userIds.filter((id) => id !== userId) }))
  const [all, ...rest] = others.filter((group) => group.messageIds.length === messageIds.length)
  const some = others.filter((group) => group.messageIds.length < messageIds.length)
  return [{ messageIds, userIds: [...(all?.userIds ?? []), userId] }, ...rest, ...some]
}

/** Whether the user `u` is subscribed to a channel, as a condition. */
export function isSubscribed({ id }: Pick<Channel, 'id'>): Sql {
  return sql`EXISTS (SELECT FROM subscription s
    WHERE s.channel_id = ${id} AND s.user_id = u.id AND s.active)`
}

/** Active users who are subscribed to a channel, ascending. */
export async function activeSubscribers(
  tx: Transaction,
  channel: Pick<Channel, 'id' | 'organizationId'>,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    SELECT u.id FROM "user" u
    WHERE u.organization_id = ${channel.organizationId} AND u.is_active AND ${isSubscribed(channel)}
    ORDER BY u.id`)
  return rows.map(({ id }) => id)
}

/** Active users who have rows of messages, by a condition on the user `u`. */
export function receiversOf(tx: Transaction, messageIds: readonly number[], condition: Sql): Promise<Told[]> {
  return tx.query<Told>(sql`
    SELECT message_ids, array_agg(user_id ORDER BY user_id) AS user_ids FROM (
      SELECT u.id AS user_id, array_agg(um.message_id ORDER BY um.message_id) AS message_ids
      FROM user_message um JOIN "user" u ON u.id = um.user_id
      WHERE um.message_id = ANY(${messageIds}::int[]) AND u.is_active AND ${condition}
      GROUP BY u.id
    ) received GROUP BY message_ids ORDER BY min(user_id)`)
}
