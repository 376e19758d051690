import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { flagBit, isEditableFlag, type MessageFlag, messageFlagBits } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { invalidMessages, readableMessage } from './access.ts'
import { type ChangeableMessage, flagEvent } from './flag-event.ts'
import { isMuted } from './narrow/muted.ts'

/** A change of one of the viewer's flags on some messages. */
export interface FlagChange {
  readonly messageIds: readonly number[]
  readonly flag: string
  readonly operation: 'add' | 'remove'
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
export async function changeMessageFlags(context: ViewerContext, change: FlagChange): Promise<ChangedFlags> {
  const flag = editableFlag(change.flag)
  const { core, viewer } = context
  const marksUnread = flag === 'read' && change.operation === 'remove'
  const mayNeedRow = marksUnread || (flag !== 'read' && change.operation === 'add')
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const wanted = [...new Set(change.messageIds)]
      const readable = await loadReadable(tx, context, wanted)
      const found = new Set(readable.map(({ id }) => id))
      if (
        mayNeedRow &&
        !(await haveRows(
          tx,
          viewer.id,
          wanted.filter((id) => !found.has(id)),
        ))
      ) {
        throw invalidMessages()
      }
      const ignored = marksUnread ? readable.filter(({ isSubscribed }) => !isSubscribed) : []
      const changeable = ignored.length > 0 ? readable.filter(({ isSubscribed }) => isSubscribed) : readable
      const ids = changeable.map(({ id }) => id)
      const added = mayNeedRow ? await addRows(tx, viewer.id, ids, flag, marksUnread) : []
      const updated = await updateRows(tx, viewer.id, ids, flag, change.operation)
      const messageIds = [...added, ...updated].sort((left, right) => left - right)
      const changed = new Set(messageIds)
      if (changed.size > 0) {
        const details = changeable.filter(({ id }) => changed.has(id))
        tx.announce({
          ...flagEvent(flag, change.operation, messageIds, marksUnread ? details : null, viewer.id),
        })
      }
      const channelIds = new Set(ignored.flatMap(({ channelId }) => channelId ?? []))
      return {
        messageIds,
        unsubscribedChannelIds: marksUnread ? [...channelIds].sort((left, right) => left - right) : null,
      }
    },
    context.once,
  )
}

function editableFlag(name: string): MessageFlag {
  if (flagBit(name) === undefined && name !== 'wildcard_mentioned')
    throw badRequest(`Invalid flag: '${name}'`)
  if (!isEditableFlag(name)) throw badRequest(`Flag not editable: '${name}'`)
  return name
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

/** Whether the user has received all these messages, readable or not. */
async function haveRows(tx: Transaction, userId: number, messageIds: readonly number[]): Promise<boolean> {
  if (messageIds.length === 0) return true
  const rows = await tx.query(sql`
    SELECT message_id FROM user_message
    WHERE user_id = ${userId} AND message_id = ANY(${messageIds}::int[])`)
  return rows.length === messageIds.length
}

/**
 * Lets messages enter the history, with the change made; returns those that were not there. What is
 * being deleted is waited for, and left out.
 */
async function addRows(
  tx: Transaction,
  userId: number,
  messageIds: readonly number[],
  flag: MessageFlag,
  marksUnread: boolean,
): Promise<number[]> {
  const flags = messageFlagBits.historical | (marksUnread ? 0 : messageFlagBits.read | messageFlagBits[flag])
  const rows = await tx.query<{ messageId: number }>(sql`
    INSERT INTO user_message (user_id, message_id, flags)
    SELECT ${userId}, id, ${flags} FROM (
      SELECT id FROM message WHERE id = ANY(${messageIds}::int[]) ORDER BY id FOR KEY SHARE
    ) AS present
    ON CONFLICT DO NOTHING RETURNING message_id`)
  return rows.map(({ messageId }) => messageId)
}

/** Changes rows that need it, in the order of their ids so that two changes cannot wait for each other. */
async function updateRows(
  tx: Transaction,
  userId: number,
  messageIds: readonly number[],
  flag: MessageFlag,
  operation: FlagChange['operation'],
): Promise<number[]> {
  const bit = messageFlagBits[flag]
  const isAdded = operation === 'add'
  const rows = await tx.query<{ messageId: number }>(sql`
    WITH wanted AS (
      SELECT user_id, message_id FROM user_message
      WHERE user_id = ${userId} AND message_id = ANY(${messageIds}::int[])
        AND (flags & ${bit} <> 0) <> ${isAdded}
      ORDER BY message_id FOR UPDATE
    )
    UPDATE user_message um
    SET flags = CASE WHEN ${isAdded} THEN um.flags | ${bit} ELSE um.flags & ~${bit}::int END
    FROM wanted WHERE um.user_id = wanted.user_id AND um.message_id = wanted.message_id
    RETURNING um.message_id`)
  return rows.map(({ messageId }) => messageId)
}
