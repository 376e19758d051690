import { z } from 'zod'
import { type Subscription, subscription } from '../../src/contract/shapes/subscription.ts'
import { basicChannel } from '../channels/basic-channel.ts'
import { endpoint } from '../endpoint.ts'
import { OwnSubscriptionsDocument, type OwnSubscriptionsQuery } from '../generated/operations.ts'
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
  return { subscriptions: (viewer?.subscriptions ?? []).map(wireSubscription) }
})

type Own = NonNullable<OwnSubscriptionsQuery['viewer']>['subscriptions'][number]

/** Written out without spreads, because the list can be long. */
function wireSubscription(own: Own): Subscription {
  const shown = basicChannel(own.channel) as Subscription // Completed below.
  const list = own.channel.subscriberList
  if (list?.isComplete === true) shown.subscribers = list.userDatabaseIds
  else if (list) shown.partial_subscribers = list.userDatabaseIds
  shown.color = own.color
  shown.is_muted = own.isMuted
  shown.in_home_view = !own.isMuted
  shown.pin_to_top = own.pin_to_top
  shown.desktop_notifications = own.desktop_notifications
  shown.audible_notifications = own.audible_notifications
  shown.push_notifications = own.push_notifications
  shown.email_notifications = own.email_notifications
  shown.wildcard_mentions_notify = own.wildcard_mentions_notify
  return shown
}
