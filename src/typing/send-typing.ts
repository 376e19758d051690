import { invalidChannel } from '../channels/access.ts'
import { badRequest } from '../contract/coded-error.ts'
import { userSettings } from '../contract/user-settings.ts'
import { findDirectMessageGroup, hasMessages } from '../direct-messages/find-group.ts'
import { checkMayConverse } from '../direct-messages/permission.ts'
import { accessParticipants, checkDeactivated } from '../direct-messages/recipients.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessPlaceToPost } from '../messages/posting.ts'
import { normalizeTopic } from '../messages/topic.ts'
import { announceTyping } from './announce-typing.ts'
import { typingSubscribers, typingUsers } from './audience.ts'

/** Whether somebody begins to type, or goes on; or stops. */
export type TypingOperation = 'start' | 'stop'

/** What came of it, as plain JSON. */
export interface TypingNotice {
  readonly operation: TypingOperation
}

/**
 * Tells subscribers of a channel that the viewer types there, or no longer does (reference: POST
 * /typing). Nothing is kept.
 *
 * @param to.topic as written; normalised here
 * @throws CodedError BAD_REQUEST where the viewer could not send, or does not want others to know
 */
export async function sendChannelTyping(
  context: ViewerContext,
  to: { readonly channelId: number; readonly topic: string },
  operation: TypingOperation,
): Promise<TypingNotice> {
  const { core, viewer, once } = context
  if (!userSettings(viewer.settings).sendChannelTypingNotifications) throw unwanted('channel messages')
  const topic = normalizeTopic(to.topic)
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const by = { id: to.channelId }
      const { channel } = await accessPlaceToPost(tx, context, by, topic, 'share', invalidChannel)
      await announceTyping(tx, context, [viewer], await typingSubscribers(tx, channel), (person) => ({
        type: 'typing',
        op: operation,
        message_type: 'stream',
        sender: person(viewer),
        stream_id: channel.id,
        topic,
      }))
      return { operation }
    },
    once,
  )
}

/**
 * Tells everybody in a conversation, the viewer included, that the viewer types there, or no longer
 * does.
 *
 * @param userIds of the conversation; the viewer belongs to it, named or not
 * @throws CodedError BAD_REQUEST where the viewer could not send, or does not want others to know
 */
export async function sendDirectTyping(
  context: ViewerContext,
  userIds: readonly number[],
  operation: TypingOperation,
): Promise<TypingNotice> {
  const { core, viewer, once } = context
  if (!userSettings(viewer.settings).sendDirectTypingNotifications) throw unwanted('direct messages')
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const participants = await accessParticipants(tx, context, { userIds })
      const everybody = [participants.sender, ...participants.others].sort(
        (left, right) => left.id - right.id,
      )
      const ids = everybody.map(({ id }) => id)
      const groupId = await findDirectMessageGroup(tx, viewer.organizationId, ids)
      const begun = groupId !== undefined && (await hasMessages(tx, groupId))
      checkDeactivated(participants, begun, context)
      await checkMayConverse(tx, context, participants, begun)
      await announceTyping(tx, context, everybody, await typingUsers(tx, ids), (person) => ({
        type: 'typing',
        op: operation,
        message_type: 'direct',
        sender: person(participants.sender),
        recipients: everybody.map(person),
      }))
      return { operation }
    },
    once,
  )
}

/** The refusal of those whose setting says that others are not to know. */
export function unwanted(where: string) {
  return badRequest(`Typing notifications for ${where} are turned off in your settings`)
}
