import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RemoveReactionDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { text } from '../parameters/text.ts'
import { reactionTypeParameter } from '../wire-aliases.ts'
import { typeOfReaction } from './reaction-type.ts'

export const deleteReaction = endpoint('DELETE /messages/:message_id/reactions', {
  summary: 'Remove an emoji reaction',
  description: 'Takes the caller’s own emoji back; it is named by name or code.',
  parameters: {
    message_id: pathInteger(),
    emoji_name: text().optional().describe('The emoji’s name.'),
    emoji_code: text().optional().describe('The emoji’s code; goes before the name.'),
    reaction_type: reactionTypeParameter().optional().describe('Where the emoji is from; left out: any.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  const { message_id, emoji_name, emoji_code, reaction_type } = parameters
  await session.execute(RemoveReactionDocument, {
    input: {
      messageDatabaseId: message_id,
      emojiName: emoji_name,
      emojiCode: emoji_code,
      type: reaction_type && typeOfReaction[reaction_type],
    },
  })
  return {}
})
