import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AddDefaultChannelDocument } from '../generated/operations.ts'
import { integer } from '../parameters/json.ts'

export const addDefaultChannel = endpoint('POST /default_streams', {
  summary: 'Add a default channel',
  description: 'New users are subscribed to it.',
  requires: 'administrator',
  parameters: { stream_id: integer().describe('The channel; not a private one.') },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(AddDefaultChannelDocument, { input: { databaseId: parameters.stream_id } })
  return {}
})
