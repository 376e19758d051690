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
  return { payload: { type: 'reaction', op, ...reaction }, audience }
}
