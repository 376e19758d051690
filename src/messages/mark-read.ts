import sql, { raw, type Sql } from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { accessChannel } from '../channels/access.ts'
import { messageFlagBits } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'
import { holdLog } from '../events/hold-log.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { firstAnswer } from '../idempotency/once.ts'
import { readEvent } from './flag-event.ts'
import { isEmptyTopic } from './topic.ts'

/** Messages that one transaction marks. */
const BATCH = 5000

/** The bit stands in the text, as it does in the partial index's. */
const isUnread = raw(`um.flags & ${messageFlagBits.read} = 0`)

/** What came of it. */
export interface MarkedRead {
  /** False: time ran out, and the oldest messages are still unread. */
  readonly isComplete: boolean
}

/**
 * Marks everything that the viewer has received as read, the newest first, in batches that are each done
 * for good (reference: POST /mark_all_as_read). Stops after a batch when the time for one request is over.
 */
export function markAllRead(context: ViewerContext): Promise<MarkedRead> {
  const { core, viewer } = context
  const end = performance.now() + core.config.bulkWorkSeconds * 1000
  return inBatches(context, end, (tx) => markNewestOfAll(tx, viewer))
}

/**
 * @param end when to stop, as `performance.now()` counts
 * @param mark marks a batch; returns whether nothing is left
 */
async function inBatches(
  { core, viewer, once }: ViewerContext,
  end: number,
  mark: (tx: WriteTransaction) => Promise<boolean>,
): Promise<MarkedRead> {
  const first = once && (await core.db.transaction('read committed', (tx) => firstAnswer(tx, once)))
  if (first) return first.outcome as MarkedRead // What this very action returned then.
  do {
    if (await transact(core, viewer.organizationId, mark)) {
      // Only what is complete is an answer for good.
      return transact(core, viewer.organizationId, async () => ({ isComplete: true }), once)
    }
  } while (performance.now() < end)
  return { isComplete: false }
}

/** @returns whether nothing is left */
async function markNewestOfAll(
  tx: WriteTransaction,
  viewer: { readonly id: number; readonly organizationId: number },
): Promise<boolean> {
  const all = sql`FROM user_message um WHERE um.user_id = ${viewer.id} AND ${isUnread}`
  const ids = await markNewest(tx, viewer.id, all)
  if (ids.length === BATCH) {
    tx.announce(readEvent(ids, [viewer.id]))
    return false
  }
  await holdLog(tx, viewer.organizationId)
  const arrived = await markNewest(tx, viewer.id, all)
  if (ids.length + arrived.length > 0) {
    tx.announce({
      payload: {
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: [],
        all: true,
      },
      audience: [viewer.id],
    })
  }
  return true
}

/**
 * Marks the viewer's messages of a channel as read, or of one topic (reference: POST /mark_stream_as_read,
 * /mark_topic_as_read).
 *
 * @param topic in any case; null for all
 * @throws CodedError BAD_REQUEST for a channel that the viewer does not know
 */
export function markChannelRead(
  context: ViewerContext,
  channelId: number,
  topic: string | null,
): Promise<MarkedRead> {
  const { viewer } = context
  const name = topic !== null && isEmptyTopic(topic) ? '' : topic
  const inTopic = name === null ? sql`true` : sql`lower(m.topic) = lower(${name})`
  const rows = sql`FROM user_message um JOIN message m ON m.id = um.message_id
    WHERE um.user_id = ${viewer.id} AND ${isUnread} AND m.channel_id = ${channelId} AND ${inTopic}`
  return inBatches(context, Number.POSITIVE_INFINITY, async (tx) => {
    const asker = withinTransaction(tx, context)
    await accessChannel(tx, asker, { id: channelId }, 'metadata')
    const ids = await markNewest(tx, viewer.id, rows)
    if (ids.length > 0) tx.announce(readEvent(ids, [viewer.id]))
    return ids.length < BATCH
  })
}

/** Marks everything that a user has received from somebody as read, all at once, and tells the user. */
export async function markReadFrom(tx: WriteTransaction, userId: number, senderId: number): Promise<void> {
  const rows = sql`FROM user_message um JOIN message m ON m.id = um.message_id
    WHERE um.user_id = ${userId} AND ${isUnread} AND m.sender_id = ${senderId}`
  const ids = await markNewest(tx, userId, rows, null)
  if (ids.length > 0) tx.announce(readEvent(ids, [userId]))
}

/**
 * Marks the newest of some rows as read, in the order of their ids. Sets are arrays here, which no plan
 * goes through once for each row.
 *
 * @param rows `FROM … WHERE …`, with the rows as `um`
 * @param most of them; null for all
 * @returns the messages, ascending
 */
async function markNewest(
  tx: Transaction,
  userId: number,
  rows: Sql,
  most: number | null = BATCH,
): Promise<number[]> {
  const marked = await tx.query<{ messageId: number }>(sql`
    WITH newest AS (
      SELECT um.message_id ${rows} ORDER BY um.message_id DESC LIMIT ${most}::bigint
    ), wanted AS (
      SELECT um.message_id FROM user_message um
      WHERE um.user_id = ${userId} AND um.message_id = ANY(ARRAY(SELECT message_id FROM newest)) AND ${isUnread}
      ORDER BY um.message_id FOR UPDATE
    )
    UPDATE user_message um SET flags = um.flags | ${messageFlagBits.read}::int
    WHERE um.user_id = ${userId} AND um.message_id = ANY(ARRAY(SELECT message_id FROM wanted))
    RETURNING um.message_id`)
  return marked.map(({ messageId }) => messageId).sort((left, right) => left - right)
}
