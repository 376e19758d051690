import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MarkAllReadDocument } from '../generated/operations.ts'

export const markAllAsRead = endpoint('POST /mark_all_as_read', {
  summary: 'Mark all messages as read',
  description:
    'The newest first. Where time runs out, `complete` is false: then call again. An older form of POST /messages/flags/narrow.',
  parameters: {},
  reply: z.strictObject({ complete: z.boolean() }),
}).answer(async ({ session }) => {
  const { markAllRead } = await session.execute(MarkAllReadDocument, { input: {} })
  return markAllRead
})
