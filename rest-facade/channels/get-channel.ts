import { z } from 'zod'
import { basicChannel as basicChannelShape } from '../../src/contract/shapes/channel.ts'
import { endpoint } from '../endpoint.ts'
import { ChannelDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { basicChannel } from './basic-channel.ts'

export const getChannel = endpoint('GET /streams/:stream_id', {
  summary: 'Get a channel',
  parameters: { stream_id: pathInteger() },
  reply: z.strictObject({ stream: basicChannelShape }),
}).answer(async ({ parameters, session }) => {
  const { channel } = await session.execute(ChannelDocument, { databaseId: parameters.stream_id })
  return { stream: basicChannel(channel) }
})
