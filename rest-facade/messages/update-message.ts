import { z } from 'zod'
import { countLimits } from '../../src/contract/limits.ts'
import { attachment } from '../../src/contract/shapes/attachment.ts'
import { unixSeconds } from '../../src/contract/unix-seconds.ts'
import { endpoint } from '../endpoint.ts'
import { EditMessageDocument } from '../generated/operations.ts'
import { boolean, integer } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'
import { oneOf, text } from '../parameters/text.ts'

const scopes = { change_one: 'ONE', change_later: 'LATER', change_all: 'ALL' } as const

export const updateMessage = endpoint('PATCH /messages/:message_id', {
  summary: 'Edit a message',
  description: 'Changes a message’s content, or the topic or channel of messages.',
  parameters: {
    message_id: pathInteger(),
    topic: text().alias('subject').optional().describe('The new topic; cut when it is too long.'),
    propagate_mode: oneOf(['change_one', 'change_later', 'change_all'])
      .default('change_one')
      .describe('Whether only this message moves, it and all later ones of its topic, or the whole topic.'),
    send_notification_to_old_thread: boolean()
      .default(false)
      .describe('Whether Notification Bot tells of the move where the messages were.'),
    send_notification_to_new_thread: boolean()
      .default(true)
      .describe('Whether it tells of the move where they are then.'),
    content: text().optional().describe('The new content, in Markdown; cut when it is too long.'),
    prev_content_sha256: text()
      .optional()
      .describe('SHA-256 of the content that was edited, in hexadecimal digits; another one is refused.'),
    stream_id: integer({ min: 0, max: countLimits.messageId }).optional().describe('The new channel.'),
  },
  reply: z.strictObject({ detached_uploads: z.array(attachment) }),
}).answer(async ({ parameters, session }) => {
  const { topic, stream_id, propagate_mode, content } = parameters
  const moves = topic !== undefined || stream_id !== undefined || propagate_mode !== 'change_one'
  const { editMessage } = await session.execute(EditMessageDocument, {
    input: {
      messageDatabaseId: parameters.message_id,
      content,
      previousContentSha256: parameters.prev_content_sha256,
      ...(moves && {
        move: {
          topic,
          channelDatabaseId: stream_id,
          scope: scopes[propagate_mode],
          notifyOldTopic: parameters.send_notification_to_old_thread,
          notifyNewTopic: parameters.send_notification_to_new_thread,
        },
      }),
    },
  })
  return {
    detached_uploads: editMessage.detachedUploads.map(({ dateCreated, ...file }) => ({
      ...file,
      create_time: unixSeconds(dateCreated),
      message_ids: [],
    })),
  }
})
