import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UnsubscribeDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'
import { principalsInput, principalsParameter } from './principals.ts'

export const unsubscribe = endpoint('DELETE /users/me/subscriptions', {
  summary: 'Unsubscribe from channels',
  description: 'Unsubscribes the caller or others; from archived channels, too.',
  parameters: {
    subscriptions: json(z.array(z.string()))
      .alias('streams')
      .describe('Names of channels, without regard to case.'),
    principals: principalsParameter,
  },
  reply: z.strictObject({ removed: z.array(z.string()), not_removed: z.array(z.string()) }),
}).answer(async ({ parameters, session }) => {
  const { unsubscribe: outcome } = await session.execute(UnsubscribeDocument, {
    input: { names: parameters.subscriptions, principals: principalsInput(parameters.principals) },
  })
  return {
    removed: outcome.removed.map(({ name }) => name),
    not_removed: outcome.notRemoved.map(({ name }) => name),
  }
})
