import { z } from 'zod'
import { visibilityPolicy } from '../../src/contract/events/user-topic.ts'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { SetTopicVisibilityDocument } from '../generated/operations.ts'
import { integer, json } from '../parameters/json.ts'
import { text } from '../parameters/text.ts'

const policies = ['NONE', 'MUTED', 'UNMUTED', 'FOLLOWED'] as const

export const setUserTopic = endpoint('POST /user_topics', {
  summary: 'Mute, unmute or follow a topic',
  parameters: {
    stream_id: integer({ min: 0 }).describe('The channel.'),
    topic: text({ maxLength: textLimits.topic }).describe('The topic; it need not have messages.'),
    visibility_policy: json(visibilityPolicy).describe(
      '0 as the channel, 1 muted, 2 unmuted in a muted channel, 3 followed.',
    ),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(SetTopicVisibilityDocument, {
    input: {
      channelDatabaseId: parameters.stream_id,
      topic: parameters.topic,
      policy: policies[parameters.visibility_policy],
    },
  })
  return {}
})
