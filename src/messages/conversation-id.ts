import type { Message } from '../generated/prisma/client.ts'

/** What a message's conversation follows from: exactly one of both is set. */
export type ConversationKeys = Pick<Message, 'channelId' | 'directMessageGroupId'>

/**
 * One number for a channel or a direct-message conversation (reference: `recipient_id`). Channels
 * have the even numbers and conversations the odd ones, so that no two are the same.
 */
export function conversationId({ channelId, directMessageGroupId }: ConversationKeys): number {
  return channelId === null ? 2 * (directMessageGroupId ?? 0) + 1 : 2 * channelId
}
