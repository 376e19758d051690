import sql, { type Sql } from 'sql-template-tag'
import { releaseAttachments } from '../attachments/claims.ts'
import { usersWhoSee } from '../channels/audience.ts'
import { propertyEvent } from '../channels/channel-update-events.ts'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { groupUsers } from '../subscriptions/grouping.ts'

/** One message that is to go. */
interface DoomedMessage {
  readonly id: number
  readonly topic: string
  /** The topic without regard to case. */
  readonly key: string
}

/** Who is told of the deletion of which messages. */
interface Told {
  readonly userId: number
  /** Ascending. */
  readonly messageIds: number[]
}

/**
 * Deletes messages of one channel and tells everybody for whom they were there (reference: events,
 * "Delete message(s)"); and everybody who sees the channel when its first message has become another.
 * Who may do so is for the caller to check.
 *
 * @param channel locked for update by the transaction
 * @param messageIds of this channel
 */
export async function deleteChannelMessages(
  tx: WriteTransaction,
  channel: Channel,
  messageIds: readonly number[],
): Promise<void> {
  // Locked, so that nobody takes one into their history who is not told then.
  const doomed = await tx.query<DoomedMessage>(sql`
    SELECT id, topic, lower(topic) AS key FROM message
    WHERE id = ANY(${messageIds}::int[]) AND channel_id = ${channel.id} ORDER BY id FOR UPDATE`)
  if (doomed.length === 0) return
  const told = await audienceOf(tx, channel, doomed)
  await removeMessages(
    tx,
    channel.organizationId,
    doomed.map(({ id }) => id),
  )
  announceDeletions(tx, channel, doomed, told)
  if (doomed.some(({ id }) => id === channel.firstMessageId)) await renewFirstMessage(tx, channel)
}

/**
 * Deletes direct messages and tells those who received them. Who may do so is for the caller to check.
 *
 * @param organizationId of the messages
 * @param messageIds ascending
 */
export async function deleteDirectMessages(
  tx: WriteTransaction,
  organizationId: number,
  messageIds: readonly number[],
): Promise<void> {
  const told = await receiversOf(tx, messageIds, sql`true`)
  await removeMessages(tx, organizationId, messageIds)
  for (const { items, userIds } of alike(told)) {
    tx.announce({
      payload: { type: 'delete_message', message_ids: [...items], message_type: 'private' },
      audience: userIds,
    })
  }
}

/** Takes the rows away; the messages' own are kept for the operator for a while, and so are their files. */
async function removeMessages(
  tx: WriteTransaction,
  organizationId: number,
  messageIds: readonly number[],
): Promise<void> {
  await releaseAttachments(tx, organizationId, messageIds)
  // Sets at a time, rather than message by message through the foreign key.
  await tx.query(sql`DELETE FROM user_message WHERE message_id = ANY(${messageIds}::int[])`)
  await tx.query(sql`
    WITH gone AS (DELETE FROM message WHERE id = ANY(${messageIds}::int[]) RETURNING *)
    INSERT INTO deleted_message (id, organization_id, row) SELECT id, organization_id, (to_jsonb(gone) - 'search_vector')::json FROM gone`)
}

/**
 * Subscribers, all of them or, with protected history, those who received a message; of public
 * channels also others who have it in their history (reference: events, "Message audience").
 */
async function audienceOf(
  tx: Transaction,
  channel: Channel,
  doomed: readonly DoomedMessage[],
): Promise<Told[]> {
  const ids = doomed.map(({ id }) => id)
  const subscribed = sql`EXISTS (SELECT FROM subscription s
    WHERE s.channel_id = ${channel.id} AND s.user_id = u.id AND s.active)`
  const isShared = channel.historyPublicToSubscribers || channel.isWebPublic
  if (!isShared) return receiversOf(tx, ids, subscribed)
  const subscribers = await tx.query<{ id: number }>(sql`
    SELECT u.id FROM "user" u WHERE u.organization_id = ${channel.organizationId} AND u.is_active AND ${subscribed}
    ORDER BY u.id`)
  const all = subscribers.map(({ id }) => ({ userId: id, messageIds: ids }))
  if (channel.inviteOnly) return all
  const reads = channel.isWebPublic ? sql`true` : sql`u.role <> ${roles.guest}`
  return [...all, ...(await receiversOf(tx, ids, sql`NOT ${subscribed} AND ${reads}`))]
}

/** Active users who have rows of messages, by a condition on the user `u`. */
function receiversOf(tx: Transaction, messageIds: readonly number[], condition: Sql): Promise<Told[]> {
  return tx.query<Told>(sql`
    SELECT u.id AS user_id, array_agg(um.message_id ORDER BY um.message_id) AS message_ids
    FROM user_message um JOIN "user" u ON u.id = um.user_id
    WHERE um.message_id = ANY(${messageIds}::int[]) AND u.is_active AND ${condition}
    GROUP BY u.id ORDER BY u.id`)
}

/** Users by the messages that they are told of: one event for those who are told the same. */
function alike(told: readonly Told[]) {
  const concerns = told.flatMap(({ userId, messageIds }) => messageIds.map((id) => [userId, id] as const))
  return groupUsers(concerns, String)
}

/** An event names one topic, as its newest message spelled it. */
function announceDeletions(
  tx: WriteTransaction,
  channel: Channel,
  doomed: readonly DoomedMessage[],
  told: readonly Told[],
): void {
  const topics = new Map<string, { topic: string; ids: Set<number> }>()
  for (const { id, topic, key } of doomed) {
    const ids = topics.get(key)?.ids ?? new Set()
    topics.set(key, { topic, ids: ids.add(id) })
  }
  const groups = alike(told)
  for (const { topic, ids } of topics.values()) {
    for (const { items, userIds } of groups) {
      const message_ids = items.filter((id) => ids.has(id))
      if (message_ids.length === 0) continue
      tx.announce({
        payload: {
          type: 'delete_message',
          message_ids,
          message_type: 'stream',
          stream_id: channel.id,
          topic,
        },
        audience: userIds,
      })
    }
  }
}

async function renewFirstMessage(tx: WriteTransaction, channel: Channel): Promise<void> {
  const [row] = await tx.query<{ firstMessageId: number | null }>(sql`
    UPDATE channel SET first_message_id =
      (SELECT id FROM message WHERE channel_id = ${channel.id} ORDER BY id LIMIT 1)
    WHERE id = ${channel.id} RETURNING first_message_id`)
  tx.announce({
    payload: propertyEvent(channel, 'first_message_id', row?.firstMessageId ?? null),
    audience: await usersWhoSee(tx, channel, 'metadata'),
  })
}
