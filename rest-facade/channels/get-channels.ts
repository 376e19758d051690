import { z } from 'zod'
import { badRequest } from '../../src/contract/coded-error.ts'
import { roles } from '../../src/contract/roles.ts'
import { type ListedChannel, listedChannel } from '../../src/contract/shapes/channel.ts'
import { endpoint } from '../endpoint.ts'
import { ChannelsDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { basicChannel } from './basic-channel.ts'

export const getChannels = endpoint('GET /streams', {
  summary: 'List channels',
  description: 'The union of the sets asked for, as far as the caller may know of them.',
  parameters: {
    include_public: boolean().default(true).describe('All public channels; none for guests.'),
    include_web_public: boolean().default(false).describe('All web-public channels.'),
    include_subscribed: boolean().default(true).describe('What the caller is subscribed to.'),
    exclude_archived: boolean().default(true).describe('Leave archived channels out.'),
    include_all_active: boolean().default(false).describe('Deprecated: include_all, for administrators.'),
    include_all: boolean().default(false).describe('Every channel that the caller may know of.'),
    include_default: boolean().default(false).describe('The default channels; adds is_default.'),
    include_owner_subscribed: boolean()
      .default(false)
      .describe('For a bot: what its owner is subscribed to.'),
    include_can_access_content: boolean()
      .default(false)
      .describe('Channels whose messages the caller may read.'),
  },
  reply: z.strictObject({ streams: z.array(listedChannel) }),
}).answer(async ({ parameters, session, caller }) => {
  if (parameters.include_all_active && caller.role > roles.administrator) {
    throw badRequest('User not authorized for this query')
  }
  const { channels } = await session.execute(ChannelsDocument, {
    filter: {
      all: parameters.include_all || parameters.include_all_active,
      public: parameters.include_public,
      webPublic: parameters.include_web_public,
      subscribed: parameters.include_subscribed,
      readable: parameters.include_can_access_content,
      default: parameters.include_default,
      ownerSubscribed: parameters.include_owner_subscribed,
      archived: !parameters.exclude_archived,
    },
    showsDefault: parameters.include_default,
  })
  return {
    streams: channels.map((channel): ListedChannel => {
      const listed: ListedChannel = basicChannel(channel)
      if (channel.is_default !== undefined) listed.is_default = channel.is_default
      return listed
    }),
  }
})
