import type { MessageDetails } from '../contract/events/update-message-flags.ts'
import { type MessageFlag, messageFlagBits, wildcardMentionBits } from '../contract/message-flags.ts'
import type { NewEvent } from '../events/log.ts'

/** A message on which a user's flags change, and what clients are told of it. */
export interface ChangeableMessage {
  readonly id: number
  readonly channelId: number | null
  readonly topic: string
  readonly participantIds: number[] | null
  /** The user's flags, as bits; null without a row. */
  readonly flags: number | null
  /** True for direct messages. */
  readonly isSubscribed: boolean
  readonly isMuted: boolean
}

/**
 * The event that tells some users that messages count as read now.
 *
 * @param messageIds ascending
 */
export function readEvent(messageIds: readonly number[], userIds: readonly number[]): NewEvent {
  return {
    payload: {
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages: [...messageIds],
      all: false,
    },
    audience: userIds,
  }
}

/**
 * The event that tells a user of changed flags.
 *
 * @param messages ids, ascending
 * @param unread the messages again when they became unread, else null
 */
export function flagEvent(
  flag: MessageFlag,
  operation: 'add' | 'remove',
  messages: number[],
  unread: readonly ChangeableMessage[] | null,
  viewerId: number,
): NewEvent {
  const audience = [viewerId]
  const common = { type: 'update_message_flags' as const, flag, messages }
  if (operation === 'add') {
    return { payload: { ...common, op: 'add', operation: 'add', all: false }, audience }
  }
  const details =
    unread && Object.fromEntries(unread.map((message) => [message.id, detailsOf(message, viewerId)]))
  return {
    payload: {
      ...common,
      op: 'remove',
      operation: 'remove',
      all: false,
      ...(details && { message_details: details }),
    },
    audience,
  }
}

/**
 * What a client needs to count a message as unread that it may not hold. A message that mentions everybody
 * mentions nobody who has muted it, as in `unread_msgs`.
 */
function detailsOf(
  { channelId, topic, participantIds, flags, isMuted }: ChangeableMessage,
  viewerId: number,
): MessageDetails {
  const mentioning = messageFlagBits.mentioned | (isMuted ? 0 : wildcardMentionBits)
  const mentioned = ((flags ?? 0) & mentioning) !== 0 && { mentioned: true }
  if (channelId === null) {
    const userIds = (participantIds ?? []).filter((id) => id !== viewerId)
    return { type: 'private', user_ids: userIds, ...mentioned }
  }
  return { type: 'stream', stream_id: channelId, topic, unmuted_stream_msg: !isMuted, ...mentioned }
}
