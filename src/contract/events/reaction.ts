import * as z from 'zod'
import { reactionType, wireReactionType } from '../shapes/emoji-reaction.ts'
import { eventKindInTwoForms } from './event-kind.ts'

const reaction = {
  message_id: z.int(),
  emoji_code: z.string(),
  emoji_name: z.string(),
  user_id: z.int(),
}
const canonical = { ...reaction, reaction_type: reactionType }
const wire = { ...reaction, reaction_type: wireReactionType }

/** A user reacted to a message. */
export const reactionAdd = eventKindInTwoForms(
  'reaction',
  { op: z.literal('add'), ...canonical },
  { op: z.literal('add'), ...wire },
)

/** A user took a reaction back. */
export const reactionRemove = eventKindInTwoForms(
  'reaction',
  { op: z.literal('remove'), ...canonical },
  { op: z.literal('remove'), ...wire },
)
