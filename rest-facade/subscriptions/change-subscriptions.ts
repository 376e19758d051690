import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { ChangeSubscriptionsDocument } from '../generated/operations.ts'
import { boundedString, json } from '../parameters/json.ts'
import { hexColor } from './subscription-property.ts'

const joinedChannel = z.strictObject({
  name: boundedString({ nonBlank: true, maxLength: textLimits.channelName }),
  color: hexColor.optional(),
  description: boundedString({ maxLength: textLimits.channelDescription }).optional(),
})

const namesByAddress = z.record(z.string(), z.array(z.string()))

export const changeSubscriptions = endpoint('PATCH /users/me/subscriptions', {
  summary: 'Join channels and leave others',
  description: 'Concerns the caller alone. Channels are joined first; all is done, or nothing.',
  parameters: {
    delete: json(z.array(z.string()))
      .default([])
      .describe('Names of channels to leave, without regard to case.'),
    add: json(z.array(joinedChannel))
      .default([])
      .describe('Channels to join; a description is for one that does not exist yet.'),
  },
  reply: z.strictObject({
    subscribed: namesByAddress,
    already_subscribed: namesByAddress,
    removed: z.array(z.string()),
    not_removed: z.array(z.string()),
  }),
}).answer(async ({ parameters, session }) => {
  const { changeSubscriptions: outcome } = await session.execute(ChangeSubscriptionsDocument, {
    input: { subscribe: parameters.add, unsubscribe: parameters.delete },
  })
  const names = (channels: readonly { readonly name: string }[]) => channels.map(({ name }) => name)
  const byAddress = (channels: readonly { readonly name: string }[]) =>
    channels.length === 0 ? {} : { [outcome.viewer.email]: names(channels) }
  return {
    subscribed: byAddress(outcome.subscribed),
    already_subscribed: byAddress(outcome.alreadySubscribed),
    removed: names(outcome.removed),
    not_removed: names(outcome.notRemoved),
  }
})
