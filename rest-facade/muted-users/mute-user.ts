import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MuteUserDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const muteUser = endpoint('POST /users/me/muted_users/:muted_user_id', {
  summary: 'Mute a user',
  description: 'Marks their messages as read; further ones arrive read.',
  parameters: { muted_user_id: pathInteger().describe('A person or a bot.') },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(MuteUserDocument, { input: { userDatabaseId: parameters.muted_user_id } })
  return {}
})
