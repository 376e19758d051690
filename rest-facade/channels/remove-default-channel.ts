import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RemoveDefaultChannelDocument } from '../generated/operations.ts'
import { integer } from '../parameters/json.ts'

export const removeDefaultChannel = endpoint('DELETE /default_streams', {
  summary: 'Remove a default channel',
  description: 'New users are not subscribed to it any more.',
  requires: 'administrator',
  parameters: { stream_id: integer().describe('The channel.') },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(RemoveDefaultChannelDocument, { input: { databaseId: parameters.stream_id } })
  return {}
})
