import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AddReactionDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { text } from '../parameters/text.ts'
import { reactionTypeParameter } from '../wire-aliases.ts'
import { typeOfReaction } from './reaction-type.ts'

export const postReaction = endpoint('POST /messages/:message_id/reactions', {
  summary: 'Add an emoji reaction',
  description: 'Adds the caller’s emoji to a message that they may read.',
  parameters: {
    message_id: pathInteger(),
    emoji_name: text().describe('The emoji’s name.'),
    emoji_code: text()
      .optional()
      .describe('The emoji’s code; left out: that of the name. A Unicode emoji’s stands whatever the name.'),
    reaction_type: reactionTypeParameter()
      .optional()
      .describe('Where the emoji is from; left out: a custom emoji goes before Unicode.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  const { message_id, emoji_name, emoji_code, reaction_type } = parameters
  await session.execute(AddReactionDocument, {
    input: {
      messageDatabaseId: message_id,
      emojiName: emoji_name,
      emojiCode: emoji_code,
      type: reaction_type && typeOfReaction[reaction_type],
    },
  })
  return {}
})
