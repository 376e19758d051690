import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RemoveAvatarDocument } from '../generated/operations.ts'

export const removeAvatar = endpoint('DELETE /users/me/avatar', {
  summary: 'Drop own profile picture',
  parameters: {},
  reply: z.strictObject({ avatar_url: z.string().describe('Where the picture is that is shown now.') }),
}).answer(async ({ session }) => {
  const { removeAvatar: changed } = await session.execute(RemoveAvatarDocument, { input: {} })
  return { avatar_url: changed.avatarUrl }
})
