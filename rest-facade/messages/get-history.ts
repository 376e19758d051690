import { z } from 'zod'
import { unixSeconds } from '../../src/contract/unix-seconds.ts'
import { endpoint } from '../endpoint.ts'
import { MessageHistoryDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'
import { topicFor } from './edit-history.ts'

const snapshot = z.strictObject({
  topic: z.string(),
  prev_topic: z.string().optional(),
  stream: z.int().optional(),
  prev_stream: z.int().optional(),
  content: z.string(),
  rendered_content: z.string(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  content_html_diff: z.string().optional(),
  user_id: z.int().nullable(),
  timestamp: z.int(),
})

export const getMessageHistory = endpoint('GET /messages/:message_id/history', {
  summary: 'Get a message’s edit history',
  description: 'All that a message has been, the oldest first, as far as the organization shows it.',
  parameters: {
    message_id: pathInteger(),
    allow_empty_topic_name: boolean().default(false).describe('The client shows empty topics itself.'),
  },
  reply: z.strictObject({ message_history: z.array(snapshot) }),
}).answer(async ({ parameters, session }) => {
  const { message } = await session.execute(MessageHistoryDocument, { databaseId: parameters.message_id })
  const view = { allowEmptyTopicName: parameters.allow_empty_topic_name }
  return {
    message_history: message.history.map((version) => ({
      topic: topicFor(version.topic, view),
      content: version.content,
      rendered_content: version.rendered_content,
      user_id: version.user_id ?? null,
      timestamp: unixSeconds(version.date),
      ...(version.previousTopic != null && { prev_topic: topicFor(version.previousTopic, view) }),
      ...(version.channelDatabaseId != null && { stream: version.channelDatabaseId }),
      ...(version.previousChannelDatabaseId != null && { prev_stream: version.previousChannelDatabaseId }),
      ...(version.previousContent != null && { prev_content: version.previousContent }),
      ...(version.previousRenderedContent != null && {
        prev_rendered_content: version.previousRenderedContent,
      }),
      ...(version.contentHtmlDifference != null && { content_html_diff: version.contentHtmlDifference }),
    })),
  }
})
