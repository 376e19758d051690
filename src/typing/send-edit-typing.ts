import { withinTransaction } from '../access/within-transaction.ts'
import { userSettings } from '../contract/user-settings.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { messageAudience } from '../messages/audience.ts'
import { type LockedMessage, lockMessage } from '../messages/lock-message.ts'
import { editingRefusal } from '../messages/rights.ts'
import { typingSubscribers, typingUsers } from './audience.ts'
import { type TypingNotice, type TypingOperation, unwanted } from './send-typing.ts'

/**
 * Tells those who would see the result that the viewer edits a message of their own, or no longer does
 * (reference: POST /messages/{message_id}/typing). Nothing is kept.
 *
 * @throws CodedError BAD_REQUEST for a message that the viewer may not read or not edit (any
 *   more), in archived channels, and when the viewer does not want others to know
 */
export async function sendEditTyping(
  context: ViewerContext,
  messageId: number,
  operation: TypingOperation,
): Promise<TypingNotice> {
  const { core, viewer, once } = context
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const asker = withinTransaction(tx, context)
      const message = await lockMessage(tx, asker, messageId)
      checkWanted(context, message)
      // An archived channel was refused before.
      const refusal = editingRefusal(asker, { message, channel: null })
      if (refusal) throw refusal
      tx.announce({
        payload: {
          type: 'typing_edit_message',
          op: operation,
          sender_id: viewer.id,
          message_id: messageId,
          recipient: recipientOf(message),
        },
        audience: await audienceOf(tx, message),
      })
      return { operation }
    },
    once,
  )
}

function checkWanted({ viewer }: ViewerContext, { channel }: LockedMessage): void {
  const settings = userSettings(viewer.settings)
  if (channel === null && !settings.sendDirectTypingNotifications) throw unwanted('direct messages')
  if (channel !== null && !settings.sendChannelTypingNotifications) throw unwanted('channel messages')
}

function recipientOf({ channel, topic, participantIds }: LockedMessage) {
  return channel === null
    ? { type: 'direct' as const, user_ids: participantIds ?? [] }
    : { type: 'channel' as const, channel_id: channel.id, topic }
}

/** Of a channel those subscribers who would be told of the edit. */
async function audienceOf(tx: Transaction, message: LockedMessage): Promise<number[]> {
  const readers = await messageAudience(tx, message, message.senderId)
  const onlookers =
    message.channel === null ? await typingUsers(tx, readers) : await typingSubscribers(tx, message.channel)
  const reads = new Set(readers)
  return onlookers.map(({ id }) => id).filter((id) => reads.has(id))
}
