import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { SetTopicVisibilityDocument } from '../generated/operations.ts'
import { mutuallyExclusive } from '../parameters/constraints.ts'
import { missingParameter } from '../parameters/failures.ts'
import { integer } from '../parameters/json.ts'
import { oneOf, text } from '../parameters/text.ts'

export const updateMutedTopics = endpoint('PATCH /users/me/subscriptions/muted_topics', {
  summary: 'Mute a topic, or take that back',
  description: 'The old form of POST /user_topics. What is so already stays so.',
  parameters: {
    stream_id: integer({ min: 0 }).optional().describe('The channel; better than its name.'),
    stream: text().optional().describe('The channel by name.'),
    topic: text({ maxLength: textLimits.topic }).describe('The topic; it need not have messages.'),
    op: oneOf(['add', 'remove']).describe('`add` mutes, `remove` unmutes.'),
  },
  constraints: [mutuallyExclusive('stream_id', 'stream')],
  reply: z.strictObject({}),
}).answer(async ({ parameters: { stream_id, stream, topic, op }, session }) => {
  if (stream_id === undefined && stream === undefined) throw missingParameter('stream_id')
  await session.execute(SetTopicVisibilityDocument, {
    input: {
      channelDatabaseId: stream_id,
      channelName: stream,
      topic,
      ...(op === 'add' ? { policy: 'MUTED' } : { policy: 'NONE', instead: 'MUTED' }),
    },
  })
  return {}
})
