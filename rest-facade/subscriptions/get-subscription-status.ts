import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UserIsSubscribedDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const getSubscriptionStatus = endpoint('GET /users/:user_id/subscriptions/:stream_id', {
  summary: 'Ask whether a user is subscribed to a channel',
  parameters: { user_id: pathInteger(), stream_id: pathInteger() },
  reply: z.strictObject({ is_subscribed: z.boolean() }),
}).answer(async ({ parameters, session }) => {
  const { user } = await session.execute(UserIsSubscribedDocument, {
    userDatabaseId: parameters.user_id,
    channelDatabaseId: parameters.stream_id,
  })
  return user
})
