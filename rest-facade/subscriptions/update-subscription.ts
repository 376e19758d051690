import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UpdateSubscriptionsDocument } from '../generated/operations.ts'
import { checked } from '../parameters/checked.ts'
import { textOrJson } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'
import { oneOf } from '../parameters/text.ts'
import { changeOf, propertyValues, subscriptionProperties } from './subscription-property.ts'

export const updateSubscription = endpoint('PATCH /users/me/subscriptions/:stream_id', {
  summary: 'Change one of one’s own settings for a channel',
  parameters: {
    stream_id: pathInteger(),
    property: oneOf(subscriptionProperties).describe('Which setting.'),
    value: textOrJson(z.union([z.boolean(), z.string()])).describe(
      'A hexadecimal colour for `color`, true or false for everything else.',
    ),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters: { stream_id, property, value }, session }) => {
  const change = changeOf(property, checked<z.ZodType>(propertyValues[property], value, 'value'))
  await session.execute(UpdateSubscriptionsDocument, {
    input: { changes: [{ channelDatabaseId: stream_id, ...change }] },
  })
  return {}
})
