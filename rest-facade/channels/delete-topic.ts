import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DeleteTopicDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { text } from '../parameters/text.ts'

export const deleteTopic = endpoint('POST /streams/:stream_id/delete_topic', {
  summary: 'Delete a topic',
  description:
    'Deletes its messages, the newest first. Where time runs out, `complete` is false: then call again.',
  requires: 'administrator',
  parameters: { stream_id: pathInteger(), topic_name: text().describe('Without regard to case.') },
  reply: z.strictObject({ complete: z.boolean() }),
}).answer(async ({ parameters, session }) => {
  const { deleteTopic: outcome } = await session.execute(DeleteTopicDocument, {
    input: { channelDatabaseId: parameters.stream_id, topic: parameters.topic_name },
  })
  return { complete: outcome.isComplete }
})
