import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { messageAudience } from '../messages/audience.ts'
import { lockMessage } from '../messages/lock-message.ts'
import { raiseOnParticipation } from '../user-topics/automatic-visibility.ts'
import { insertSubmessage } from './insert-submessage.ts'
import { startOf } from './read-widget.ts'
import type { MessageSubmessage } from './submessage-rows.ts'
import { checkWidgetChange, WIDGET } from './widget-data.ts'

/** What came of it, as plain JSON. */
export interface AddedSubmessage {
  readonly messageId: number
}

/** What is added to a message's widget: JSON, and its type. */
export interface SubmessageContent {
  readonly type: string
  readonly content: string
}

/**
 * Adds a piece of data to a message's widget, such as a vote (reference: POST /submessage). Everybody
 * who can read the message adds to polls and to-do lists; their author alone renames them. To a message
 * without a widget only its sender adds.
 *
 * @param contentOf from what the message has by now
 * @throws CodedError BAD_REQUEST
 */
export async function addSubmessage(
  context: ViewerContext,
  messageId: number,
  contentOf: (present: readonly MessageSubmessage[]) => SubmessageContent | null,
): Promise<AddedSubmessage> {
  const { core, viewer, once } = context
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const asker = withinTransaction(tx, context)
      const message = await lockMessage(tx, asker, messageId)
      const present = await submessagesOf(tx, messageId)
      const wanted = contentOf(present)
      if (!wanted) return { messageId }
      check(present, wanted, viewer.id, message.senderId)
      const added = await insertSubmessage(tx, messageId, { ...wanted, senderId: viewer.id })
      await raiseOnParticipation(tx, viewer, message)
      tx.announce({
        payload: {
          type: 'submessage',
          msg_type: added.type,
          content: added.content,
          message_id: messageId,
          sender_id: viewer.id,
          submessage_id: added.id,
        },
        audience: await messageAudience(tx, message, viewer.id),
      })
      return { messageId }
    },
    once,
  )
}

function submessagesOf(tx: Transaction, messageId: number): Promise<MessageSubmessage[]> {
  return tx.query<MessageSubmessage>(sql`
    SELECT id, sender_id, type, content FROM submessage WHERE message_id = ${messageId} ORDER BY id`)
}

function check(
  present: readonly MessageSubmessage[],
  { type, content }: SubmessageContent,
  viewerId: number,
  senderId: number,
): void {
  if ([...content].length > textLimits.messageContent) {
    throw badRequest(`content is too long (limit: ${textLimits.messageContent} characters)`)
  }
  const [first] = present
  if (!first && viewerId !== senderId) throw badRequest('You cannot attach a submessage to this message')
  const change = parsed(content)
  const widget = startOf(present)?.widget_type
  if (type === WIDGET && (widget === 'poll' || widget === 'todo')) {
    checkWidgetChange(widget, change, viewerId === first?.senderId)
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw badRequest('content is not valid JSON')
  }
}
