import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DeactivateCustomEmojiDocument } from '../generated/operations.ts'
import { pathText } from '../parameters/path.ts'

export const deactivateEmoji = endpoint('DELETE /realm/emoji/:emoji_name', {
  summary: 'Deactivate custom emoji',
  description: 'For administrators and who added it. Where the emoji was used it stays.',
  parameters: { emoji_name: pathText() },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(DeactivateCustomEmojiDocument, { input: { name: parameters.emoji_name } })
  return {}
})
