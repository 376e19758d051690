import type { NewEvent } from '../events/log.ts'
import type { MessageReaction } from './reaction-rows.ts'

/** The event that tells of a reaction that was added or taken back. */
export function reactionEvent(
  op: 'add' | 'remove',
  messageId: number,
  { type, emojiCode, emojiName, userId }: MessageReaction,
  audience: readonly number[],
): NewEvent {
  const reaction = {
    message_id: messageId,
    emoji_code: emojiCode,
    emoji_name: emojiName,
    reaction_type: type,
    user_id: userId,
  }
  // Whoever reads a private channel without being subscribed is told of what they do, too.
  const told = audience.includes(userId) ? audience : [...audience, userId]
  return { payload: { type: 'reaction', op, ...reaction }, audience: told }
}
