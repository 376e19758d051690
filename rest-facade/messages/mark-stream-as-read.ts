import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MarkChannelReadDocument } from '../generated/operations.ts'
import { integer } from '../parameters/json.ts'

export const markStreamAsRead = endpoint('POST /mark_stream_as_read', {
  summary: 'Mark a channel as read',
  description: 'An older form of POST /messages/flags/narrow.',
  parameters: { stream_id: integer({ min: 0 }).describe('The channel.') },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(MarkChannelReadDocument, { input: { channelDatabaseId: parameters.stream_id } })
  return {}
})
