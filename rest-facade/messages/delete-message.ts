import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DeleteMessageDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const deleteMessage = endpoint('DELETE /messages/:message_id', {
  summary: 'Delete a message',
  description: 'Deletes a message for everybody.',
  parameters: { message_id: pathInteger() },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(DeleteMessageDocument, { input: { messageDatabaseId: parameters.message_id } })
  return {}
})
