import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ChannelEmailAddressDocument } from '../generated/operations.ts'
import { integer } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'

export const getEmailAddress = endpoint('GET /streams/:stream_id/email_address', {
  summary: 'Get an address for mailing to a channel',
  description: 'A secret of the caller’s own; for those who may post to the channel.',
  parameters: {
    stream_id: pathInteger(),
    sender_id: integer()
      .optional()
      .describe('Who appears as sender: the caller or a bot of theirs; absent: the email gateway bot.'),
  },
  reply: z.strictObject({ email: z.string() }),
}).answer(async ({ parameters, session }) => {
  const { channel } = await session.execute(ChannelEmailAddressDocument, {
    databaseId: parameters.stream_id,
    senderDatabaseId: parameters.sender_id,
  })
  return { email: channel.emailAddress }
})
