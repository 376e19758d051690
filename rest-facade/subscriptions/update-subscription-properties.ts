import { z } from 'zod'
import { databaseId } from '../../src/contract/database-id.ts'
import { endpoint } from '../endpoint.ts'
import { UpdateSubscriptionsDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'
import { changeOf, propertyValues, subscriptionProperties } from './subscription-property.ts'

const [first, ...others] = subscriptionProperties.map((property) =>
  z.strictObject({ stream_id: databaseId, property: z.literal(property), value: propertyValues[property] }),
)
// The list of properties is not empty.
const change = z.discriminatedUnion('property', [first as NonNullable<typeof first>, ...others])

export const updateSubscriptionProperties = endpoint('POST /users/me/subscriptions/properties', {
  summary: 'Change one’s own settings for channels',
  description: 'All or nothing. Colours are hexadecimal, everything else is true or false.',
  parameters: {
    subscription_data: json(z.array(change)).describe(
      'What is to be different: each a channel, a property and its value.',
    ),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  const changes = parameters.subscription_data.map(({ stream_id, property, value }) => ({
    channelDatabaseId: stream_id,
    ...changeOf(property, value),
  }))
  await session.execute(UpdateSubscriptionsDocument, { input: { changes } })
  return {}
})
