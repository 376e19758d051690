import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { flagBit, isEditableFlag, type MessageFlag } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { invalidMessages, readableMessage } from './access.ts'
import { type ChangeableMessage, flagEvent } from './flag-event.ts'
import { addRows, haveRows, updateReadableRows, updateRows } from './flag-rows.ts'
import { isMuted } from './narrow/muted.ts'

/** A change of one of the viewer's flags on some messages. */
export interface FlagChange {
  readonly messageIds: readonly number[]
  readonly flag: string
  readonly operation: 'add' | 'remove'
  /** Messages that are gone are passed over, whatever the flag: they were there a moment ago. */
  readonly passesOverGone?: boolean
}

/** What came of it. */
export interface ChangedFlags {
  /** The messages whose flag really changed, ascending. */
  readonly messageIds: number[]
  /**
   * Channels whose messages cannot become unread because the viewer is not subscribed to them,
   * ascending; null unless that was asked for.
   */
  readonly unsubscribedChannelIds: number[] | null
}

/**
 * Sets or clears a flag of the viewer's own (reference: "Changing flags"), on all the messages or on
 * none. Messages that were never received enter the viewer's history where the flag needs it.
 *
 * @throws CodedError BAD_REQUEST for a flag that is none or not the viewer's to change, and for a
 *   message that would have to enter the history but cannot be read
 */
export function changeMessageFlags(context: ViewerContext, change: FlagChange): Promise<ChangedFlags> {
  editableFlag(change.flag)
  return transact(
    context.core,
    context.viewer.organizationId,
    (tx) => changeFlags(tx, context, change),
    context.once,
  )
}

/**
 * The same within a transaction.
 *
 * @throws CodedError as changeMessageFlags
 */
export async function changeFlags(
  tx: WriteTransaction,
  context: ViewerContext,
  { messageIds, flag: name, operation, passesOverGone = false }: FlagChange,
): Promise<ChangedFlags> {
  const flag = editableFlag(name)
  const { viewer } = context
  const marksUnread = flag === 'read' && operation === 'remove'
  const wanted = [...new Set(messageIds)]
  if (!marksUnread && (flag === 'read' || operation === 'remove')) {
    // Nothing has to enter the history, and clients are told no more than the ids.
    const changed = await updateReadableRows(tx, context, wanted, flag, operation)
    if (changed.length > 0) tx.announce(flagEvent(flag, operation, changed, null, viewer.id))
    return { messageIds: changed, unsubscribedChannelIds: null }
  }
  await holdMessages(tx, wanted)
  if (marksUnread) await holdSubscriptions(tx, viewer.id, wanted)
  const readable = await loadReadable(tx, context, wanted)
  const found = new Set(readable.map(({ id }) => id))
  const hidden = wanted.filter((id) => !found.has(id))
  if (!passesOverGone && !(await haveRows(tx, viewer.id, hidden))) throw invalidMessages()
  const ignored = marksUnread ? readable.filter(({ isSubscribed }) => !isSubscribed) : []
  const changeable = ignored.length > 0 ? readable.filter(({ isSubscribed }) => isSubscribed) : readable
  const ids = changeable.map(({ id }) => id)
  const added = await addRows(tx, viewer.id, ids, flag, marksUnread)
  const updated = await updateRows(tx, viewer.id, ids, flag, operation)
  const changed = [...added, ...updated].sort((left, right) => left - right)
  if (changed.length > 0) {
    const isChanged = new Set(changed)
    const details = marksUnread ? changeable.filter(({ id }) => isChanged.has(id)) : null
    tx.announce(flagEvent(flag, operation, changed, details, viewer.id))
  }
  const channelIds = new Set(ignored.flatMap(({ channelId }) => channelId ?? []))
  return {
    messageIds: changed,
    unsubscribedChannelIds: marksUnread ? [...channelIds].sort((left, right) => left - right) : null,
  }
}

/** @throws CodedError BAD_REQUEST for a flag that is none, or not the viewer's to change */
export function editableFlag(name: string): MessageFlag {
  if (flagBit(name) === undefined && name !== 'wildcard_mentioned')
    throw badRequest(`Invalid flag: '${name}'`)
  if (!isEditableFlag(name)) throw badRequest(`Flag not editable: '${name}'`)
  return name
}

/** Holds messages where they are: whoever deletes or moves them waits, or has been waited for. */
async function holdMessages(tx: Transaction, messageIds: readonly number[]): Promise<void> {
  await tx.query(sql`SELECT id FROM message WHERE id = ANY(${messageIds}::int[]) ORDER BY id FOR KEY SHARE`)
}

/** Holds a user's subscriptions to where messages are: whoever ends them marks as read what is unread by then. */
async function holdSubscriptions(
  tx: Transaction,
  userId: number,
  messageIds: readonly number[],
): Promise<void> {
  await tx.query(sql`
    SELECT channel_id FROM subscription WHERE user_id = ${userId} AND active AND channel_id IN (
      SELECT channel_id FROM message WHERE id = ANY(${messageIds}::int[]))
    ORDER BY channel_id FOR SHARE`)
}

async function loadReadable(
  tx: Transaction,
  context: ViewerContext,
  messageIds: readonly number[],
): Promise<ChangeableMessage[]> {
  const { viewer } = context
  return tx.query<ChangeableMessage>(sql`
    SELECT m.id, m.channel_id, m.topic, g.participant_ids, um.flags, ${isMuted(viewer.id)} AS is_muted,
      m.channel_id IS NULL OR EXISTS (SELECT FROM subscription s
        WHERE s.user_id = ${viewer.id} AND s.channel_id = m.channel_id AND s.active) AS is_subscribed
    FROM message m
      LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${viewer.id}
      LEFT JOIN channel c ON c.id = m.channel_id
      LEFT JOIN direct_message_group g ON g.id = m.direct_message_group_id
    WHERE m.organization_id = ${viewer.organizationId} AND m.id = ANY(${messageIds}::int[])
      AND ${readableMessage(context)}
    ORDER BY m.id`)
}
