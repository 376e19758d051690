import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { withinTransaction } from '../access/within-transaction.ts'
import { accessChannel, canReadWholeHistory } from '../channels/access.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { firstAnswer } from '../idempotency/once.ts'
import { clearTopic } from '../user-topics/clear-topic.ts'
import { deleteChannelMessages } from './delete-messages.ts'
import { isEmptyTopic, normalizeTopic } from './topic.ts'

/** Messages that go in one transaction. */
const BATCH = 1000

/** What came of it. */
export interface TopicDeletion {
  /** False: time ran out, and the oldest messages are still there. */
  readonly isComplete: boolean
}

/**
 * Deletes the messages of a topic that the viewer may read, the newest first, in batches that are
 * each done for good (reference: POST /streams/{stream_id}/delete_topic); when none is left, it is
 * forgotten who has muted or follows the topic. Stops after a batch when
 * the time for one request is over: a repetition goes on from there.
 *
 * @param topic as written, without regard to case
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export async function deleteTopic(
  context: ViewerContext,
  channelId: number,
  topic: string,
): Promise<TopicDeletion> {
  const { core, viewer, once } = context
  requireRole(viewer, 'administrator')
  // Refuses what no topic has; a name that is too long is nobody's, rather than that of its beginning.
  normalizeTopic(topic)
  const name = isEmptyTopic(topic.trim()) ? '' : topic.trim()
  const first = once && (await core.db.transaction('read committed', (tx) => firstAnswer(tx, once)))
  if (first) return first.outcome as TopicDeletion // What this very action returned then.
  const end = performance.now() + core.config.bulkWorkSeconds * 1000
  do {
    const deleted = await transact(core, viewer.organizationId, (tx) =>
      deleteBatch(tx, context, channelId, name),
    )
    if (deleted < BATCH) {
      // Only what is complete is an answer for good.
      return transact(core, viewer.organizationId, async () => ({ isComplete: true }), once)
    }
  } while (performance.now() < end)
  return { isComplete: false }
}

/** @returns how many messages it deleted */
async function deleteBatch(
  tx: WriteTransaction,
  context: ViewerContext,
  channelId: number,
  topic: string,
): Promise<number> {
  const asker = withinTransaction(tx, context)
  const { channel } = await accessChannel(tx, asker, { id: channelId }, 'content', { lock: 'update' })
  if (channel.isArchived) throw badRequest('Messages of an archived channel cannot be deleted')
  const ids = await newestOf(tx, channel, topic, context.viewer.id)
  await deleteChannelMessages(tx, channel, ids, context.viewer.id)
  if (ids.length < BATCH && !(await hasMessages(tx, channel, topic))) await clearTopic(tx, channel, topic)
  return ids.length
}

/** Whether messages are left that the viewer could not read. */
async function hasMessages(tx: Transaction, channel: Channel, topic: string): Promise<boolean> {
  const left = await tx.query(sql`
    SELECT 1 FROM topic WHERE channel_id = ${channel.id} AND key = lower(${topic})`)
  return left.length > 0
}

async function newestOf(
  tx: Transaction,
  channel: Channel,
  topic: string,
  viewerId: number,
): Promise<number[]> {
  const readable = canReadWholeHistory(channel)
    ? sql`true`
    : sql`EXISTS (SELECT FROM user_message um WHERE um.user_id = ${viewerId} AND um.message_id = m.id)`
  const rows = await tx.query<{ id: number }>(sql`
    SELECT m.id FROM message m
    WHERE m.channel_id = ${channel.id} AND lower(m.topic) = lower(${topic}) AND ${readable}
    ORDER BY m.id DESC LIMIT ${BATCH}`)
  return rows.map(({ id }) => id)
}
