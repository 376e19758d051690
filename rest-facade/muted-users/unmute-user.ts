import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UnmuteUserDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const unmuteUser = endpoint('DELETE /users/me/muted_users/:muted_user_id', {
  summary: 'Unmute a user',
  description: 'What is read stays so.',
  parameters: { muted_user_id: pathInteger().describe('A person or a bot.') },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(UnmuteUserDocument, { input: { userDatabaseId: parameters.muted_user_id } })
  return {}
})
