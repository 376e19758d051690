import { z } from 'zod'
import { subscription } from '../../src/contract/shapes/subscription.ts'
import { basicChannel } from '../channels/basic-channel.ts'
import { endpoint } from '../endpoint.ts'
import { OwnSubscriptionsDocument } from '../generated/operations.ts'
import { oneOf } from '../parameters/text.ts'

export const getSubscriptions = endpoint('GET /users/me/subscriptions', {
  summary: 'List one’s own subscriptions',
  parameters: {
    include_subscribers: oneOf(['true', 'false', 'partial'])
      .default('false')
      .describe('Whether channels come with the ids of their subscribers.'),
  },
  reply: z.strictObject({ subscriptions: z.array(subscription) }),
}).answer(async ({ parameters, session }) => {
  const { viewer } = await session.execute(OwnSubscriptionsDocument, {
    withSubscribers: parameters.include_subscribers !== 'false',
    partial: parameters.include_subscribers === 'partial',
  })
  const subscriptions = (viewer?.subscriptions ?? []).map(({ channel, isMuted, ...personal }) => {
    const { subscriberList, ...fields } = channel
    const { userDatabaseIds: ids, isComplete } = subscriberList ?? {}
    return {
      ...basicChannel(fields),
      ...(ids && (isComplete ? { subscribers: ids } : { partial_subscribers: ids })),
      ...personal,
      is_muted: isMuted,
      in_home_view: !isMuted,
    }
  })
  return { subscriptions }
})
