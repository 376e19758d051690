import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MessageReadersDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const getReadReceipts = endpoint('GET /messages/:message_id/read_receipts', {
  summary: 'Get who has read a message',
  description: 'Without its sender, and without those who let nobody see what they read.',
  parameters: { message_id: pathInteger() },
  reply: z.strictObject({ user_ids: z.array(z.int()) }),
}).answer(async ({ parameters, session }) => {
  const { message } = await session.execute(MessageReadersDocument, { databaseId: parameters.message_id })
  return { user_ids: [...message.user_ids] }
})
