import sql, { type Sql } from 'sql-template-tag'
import type { ReactionType } from '../contract/shapes/emoji-reaction.ts'

/** A reaction as it stands with its message. */
export interface MessageReaction {
  readonly type: ReactionType
  readonly emojiCode: string
  readonly emojiName: string
  readonly userId: number
}

/** The reactions of the message `m`, oldest first, as a JSON list; null for none. */
export const reactionsOfMessage: Sql = sql`(
  SELECT json_agg(json_build_object('type', r.type, 'emojiCode', r.emoji_code, 'emojiName', r.emoji_name,
    'userId', r.user_id) ORDER BY r.id) FROM reaction r WHERE r.message_id = m.id)`
