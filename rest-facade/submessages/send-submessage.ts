import { z } from 'zod'
import { countLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { AddSubmessageDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'
import { text } from '../parameters/text.ts'

export const sendSubmessage = endpoint('POST /submessage', {
  summary: 'Add to a message’s widget',
  description: 'Votes in a poll, ticks off a task, and so on, in the form that clients know.',
  parameters: {
    message_id: json(z.int().min(0).max(countLimits.messageId)).describe('The message.'),
    msg_type: text({ nonBlank: true, maxLength: 100 }).describe('`widget`.'),
    content: text().describe('JSON text, such as `{"type": "vote", "key": "canned,0", "vote": 1}`.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  const { message_id, msg_type, content } = parameters
  await session.execute(AddSubmessageDocument, {
    input: { messageDatabaseId: message_id, type: msg_type, content },
  })
  return {}
})
