import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ChannelIdByNameDocument } from '../generated/operations.ts'
import { text } from '../parameters/text.ts'

export const getChannelId = endpoint('GET /get_stream_id', {
  summary: 'Get the id of a channel by its name',
  parameters: { stream: text().describe('The channel’s name, without regard to case.') },
  reply: z.strictObject({ stream_id: z.int() }),
}).answer(async ({ parameters, session }) => {
  const { channel } = await session.execute(ChannelIdByNameDocument, { name: parameters.stream })
  return channel
})
