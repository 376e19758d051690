import { z } from 'zod'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../src/contract/server.ts'
import { endpoint } from '../endpoint.ts'
import { ChannelTopicsDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'

export const getTopics = endpoint('GET /users/me/:stream_id/topics', {
  summary: 'List the topics of a channel',
  description: 'Those with messages that the caller may read, the one with the newest message first.',
  authentication: 'optional',
  parameters: {
    stream_id: pathInteger(),
    allow_empty_topic_name: boolean()
      .default(false)
      .describe('Send the empty topic as it is, instead of its display name.'),
  },
  reply: z.strictObject({ topics: z.array(z.strictObject({ name: z.string(), max_id: z.int() })) }),
}).answer(async ({ parameters, session }) => {
  const { channel } = await session.execute(ChannelTopicsDocument, { databaseId: parameters.stream_id })
  if (parameters.allow_empty_topic_name) return { topics: channel.topics }
  return {
    topics: channel.topics.map(({ name, max_id }) => ({ name: name || EMPTY_TOPIC_DISPLAY_NAME, max_id })),
  }
})
