import * as z from 'zod'
import { reactionTypes, wireReactionType } from '../shapes/emoji-reaction.ts'
import { eventKindInTwoForms } from './event-kind.ts'

const status = {
  user_id: z.int(),
  /** Old opposite of presence_enabled. */
  away: z.boolean(),
  /** Each of the rest is empty where it is not set. */
  status_text: z.string(),
  emoji_name: z.string(),
  emoji_code: z.string(),
}

/** A user's status, complete. */
export const userStatus = eventKindInTwoForms(
  'user_status',
  { ...status, reaction_type: z.enum(['', ...reactionTypes]) },
  { ...status, reaction_type: z.enum(['', ...wireReactionType.options]) },
)
