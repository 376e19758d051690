import sql from 'sql-template-tag'
import { releaseAttachments } from '../attachments/claims.ts'
import { usersWhoSee } from '../channels/audience.ts'
import { propertyEvent } from '../channels/channel-update-events.ts'
import { renewTopics } from '../channels/topic-rows.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { audienceOf, receiversOf, type Told, withAll } from './audience.ts'

/** One message that is to go. */
interface DoomedMessage {
  readonly id: number
  readonly topic: string
  /** The topic without regard to case. */
  readonly key: string
}

/**
 * Deletes messages of one channel and tells everybody for whom they were there (reference: events,
 * "Delete message(s)"); and everybody who sees the channel when its first message has become another.
 * Who may do so is for the caller to check.
 *
 * @param channel locked for update by the transaction
 * @param messageIds of this channel
 * @param deleterId whoever deletes what they can read: they are told in any case
 */
export async function deleteChannelMessages(
  tx: WriteTransaction,
  channel: Channel,
  messageIds: readonly number[],
  deleterId?: number,
): Promise<void> {
  // Locked, so that nobody takes one into their history who is not told then.
  const doomed = await tx.query<DoomedMessage>(sql`
    SELECT id, topic, lower(topic) AS key FROM message
    WHERE id = ANY(${messageIds}::int[]) AND channel_id = ${channel.id} ORDER BY id FOR UPDATE`)
  if (doomed.length === 0) return
  const ids = doomed.map(({ id }) => id)
  const told = await audienceOf(tx, channel, ids)
  await removeMessages(tx, channel.organizationId, ids)
  await renewTopics(
    tx,
    doomed.map(({ topic }) => ({ channelId: channel.id, topic })),
  )
  announceDeletions(tx, channel, doomed, deleterId === undefined ? told : withAll(told, deleterId, ids))
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
  for (const { messageIds, userIds } of told) {
    tx.announce({
      payload: { type: 'delete_message', message_ids: [...messageIds], message_type: 'private' },
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

/** Tells of messages that are gone; an event names one topic, as its newest message spelled it. */
function announceDeletions(
  tx: WriteTransaction,
  channel: Pick<Channel, 'id'>,
  doomed: readonly DoomedMessage[],
  told: readonly Told[],
): void {
  const topics = new Map<string, { topic: string; ids: Set<number> }>()
  for (const { id, topic, key } of doomed) {
    const ids = topics.get(key)?.ids ?? new Set()
    topics.set(key, { topic, ids: ids.add(id) })
  }
  for (const { topic, ids } of topics.values()) {
    for (const { messageIds, userIds } of told) {
      const message_ids = messageIds.filter((id) => ids.has(id))
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

/** Finds out which message is a channel's first by now, and tells everybody who sees the channel. */
export async function renewFirstMessage(tx: WriteTransaction, channel: Channel): Promise<void> {
  const [row] = await tx.query<{ firstMessageId: number | null }>(sql`
    UPDATE channel SET first_message_id =
      (SELECT id FROM message WHERE channel_id = ${channel.id} ORDER BY id LIMIT 1)
    WHERE id = ${channel.id} RETURNING first_message_id`)
  tx.announce({
    payload: propertyEvent(channel, 'first_message_id', row?.firstMessageId ?? null),
    audience: await usersWhoSee(tx, channel, 'metadata'),
  })
}
