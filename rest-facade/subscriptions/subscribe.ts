import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { newChannelParameters, newChannelSettings } from '../channels/new-channel-parameters.ts'
import { endpoint } from '../endpoint.ts'
import { SubscribeDocument } from '../generated/operations.ts'
import { boolean, boundedString, json } from '../parameters/json.ts'
import { principalsInput, principalsParameter } from './principals.ts'

const namesByUser = z.record(z.string(), z.array(z.string()))

const namedChannel = z.strictObject({
  name: boundedString({ nonBlank: true, maxLength: textLimits.channelName }),
  description: boundedString({ maxLength: textLimits.channelDescription }).optional(),
})

export const subscribe = endpoint('POST /users/me/subscriptions', {
  summary: 'Subscribe to channels',
  description: 'Subscribes the caller or others, and makes the channels that do not exist.',
  parameters: {
    subscriptions: json(z.array(namedChannel)).describe('Channels by name; a description is for a new one.'),
    principals: principalsParameter,
    authorization_errors_fatal: boolean()
      .default(true)
      .describe('False: channels that are not the caller’s to use are listed, and the others done.'),
    announce: boolean().default(false).describe('Notification Bot makes new channels known.'),
    send_new_subscription_messages: boolean()
      .default(true)
      .describe('Notification Bot tells others that they were subscribed, unless they are too many.'),
    ...newChannelParameters,
  },
  reply: z.strictObject({
    subscribed: namesByUser,
    already_subscribed: namesByUser,
    unauthorized: z.array(z.string()).optional(),
    new_subscription_messages_sent: z.boolean().optional(),
  }),
}).answer(async ({ parameters, session }) => {
  const { subscribe: outcome } = await session.execute(SubscribeDocument, {
    input: {
      channels: parameters.subscriptions,
      principals: principalsInput(parameters.principals),
      skipUnauthorized: !parameters.authorization_errors_fatal,
      announce: parameters.announce,
      sendMessages: parameters.send_new_subscription_messages,
      settings: newChannelSettings(parameters),
    },
  })
  const names = (of: 'subscribed' | 'alreadySubscribed') =>
    Object.fromEntries(
      outcome.users
        .filter((entry) => entry[of].length > 0)
        .map((entry) => [String(entry.user.databaseId), entry[of].map(({ name }) => name)]),
    )
  return {
    subscribed: names('subscribed'),
    already_subscribed: names('alreadySubscribed'),
    ...(parameters.authorization_errors_fatal ? {} : { unauthorized: outcome.unauthorized }),
    ...(outcome.messagesSent === null ? {} : { new_subscription_messages_sent: outcome.messagesSent }),
  }
})
