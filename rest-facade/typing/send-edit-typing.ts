import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SendEditTypingDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { operationParameter } from './typing-parameters.ts'

export const sendEditTyping = endpoint('POST /messages/:message_id/typing', {
  summary: 'Set typing status while editing',
  description: 'Tells others that the caller edits a message of their own, or no longer does.',
  parameters: { message_id: pathInteger(), op: operationParameter() },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(SendEditTypingDocument, {
    input: { messageDatabaseId: parameters.message_id, operation: parameters.op },
  })
  return {}
})
