import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MarkChannelReadDocument } from '../generated/operations.ts'
import { integer } from '../parameters/json.ts'
import { text } from '../parameters/text.ts'

export const markTopicAsRead = endpoint('POST /mark_topic_as_read', {
  summary: 'Mark a topic as read',
  description: 'An older form of POST /messages/flags/narrow.',
  parameters: {
    stream_id: integer({ min: 0 }).describe('The channel.'),
    topic_name: text().describe('Without regard to case.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(MarkChannelReadDocument, {
    input: { channelDatabaseId: parameters.stream_id, topic: parameters.topic_name },
  })
  return {}
})
