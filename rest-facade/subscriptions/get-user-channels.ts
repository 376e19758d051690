import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UserChannelsDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const getUserChannels = endpoint('GET /users/:user_id/channels', {
  summary: 'List the channels of a user',
  description: 'Those whose subscribers the caller may know.',
  parameters: { user_id: pathInteger() },
  reply: z.strictObject({ subscribed_channel_ids: z.array(z.int()) }),
}).answer(async ({ parameters, session }) => {
  const { user } = await session.execute(UserChannelsDocument, { userDatabaseId: parameters.user_id })
  return { subscribed_channel_ids: user.channels.map(({ databaseId }) => databaseId) }
})
