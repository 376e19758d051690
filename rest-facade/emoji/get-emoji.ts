import { z } from 'zod'
import { customEmojiById } from '../../src/contract/shapes/custom-emoji.ts'
import { endpoint } from '../endpoint.ts'
import { CustomEmojiDocument } from '../generated/operations.ts'

export const getEmoji = endpoint('GET /realm/emoji', {
  summary: 'Get all custom emoji',
  description: 'The organization’s own emoji by id, those out of use too.',
  parameters: {},
  reply: z.strictObject({ emoji: customEmojiById }),
}).answer(async ({ session }) => {
  const { organization } = await session.execute(CustomEmojiDocument, {})
  const emoji = organization.customEmoji.map(({ id, still_url, author_id, ...fields }) => ({
    id: String(id),
    ...fields,
    still_url: still_url ?? null,
    author_id: author_id ?? null,
  }))
  return { emoji: Object.fromEntries(emoji.map((each) => [each.id, each])) }
})
