import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ChannelMembersDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const getMembers = endpoint('GET /streams/:stream_id/members', {
  summary: 'List the subscribers of a channel',
  parameters: { stream_id: pathInteger() },
  reply: z.strictObject({ subscribers: z.array(z.int()) }),
}).answer(async ({ parameters, session }) => {
  const { channel } = await session.execute(ChannelMembersDocument, { databaseId: parameters.stream_id })
  return channel.subscriberList
})
