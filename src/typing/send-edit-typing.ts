import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { userSettings } from '../contract/user-settings.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type LockedMessage, lockMessage } from '../messages/lock-message.ts'
import { messageAudience } from '../messages/message-audience.ts'
import { typingSubscribers, typingUsers } from './audience.ts'
import { type TypingNotice, type TypingOperation, unwanted } from './send-typing.ts'

/**
 * Tells those who would see the result that the viewer edits a message of their own, or no longer does
 * (reference: POST /messages/{message_id}/typing). Nothing is kept.
 *
 * @throws CodedError BAD_REQUEST for a message that the viewer may not read or did not send, in
 *   archived channels, and when the viewer does not want others to know
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
      const asker = { ...context, permissions: context.permissions.within(tx) }
      const message = await lockMessage(tx, asker, messageId)
      checkWanted(context, message)
      if (message.senderId !== viewer.id) {
        throw badRequest("You don't have permission to edit this message")
      }
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

function checkWanted({ viewer }: ViewerContext, { channelId }: LockedMessage): void {
  const settings = userSettings(viewer.settings)
  if (channelId === null && !settings.sendDirectTypingNotifications) throw unwanted('direct messages')
  if (channelId !== null && !settings.sendChannelTypingNotifications) throw unwanted('channel messages')
}

function recipientOf({ channelId, topic, participantIds }: LockedMessage) {
  return channelId === null
    ? { type: 'direct' as const, user_ids: participantIds ?? [] }
    : { type: 'channel' as const, channel_id: channelId, topic }
}

/** Of a channel those subscribers who would be told of the edit. */
async function audienceOf(tx: Transaction, message: LockedMessage): Promise<number[]> {
  const readers = await messageAudience(tx, message)
  if (message.channelId === null) return typingUsers(tx, readers)
  const [channel] = await tx.query<{ id: number; subscriberCount: number }>(sql`
    SELECT id, subscriber_count FROM channel WHERE id = ${message.channelId}`)
  const subscribers = channel ? await typingSubscribers(tx, channel) : []
  const reads = new Set(readers)
  return subscribers.filter((id) => reads.has(id))
}
