import { accessChannel } from '../channels/access.ts'
import { ChannelType } from '../channels/channel-type.ts'
import { remember } from '../channels/loaders.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { UserType } from '../users/user-type.ts'
import { ViewerType } from '../users/viewer-type.ts'
import { channelsOfUsers, isSubscribed, viewersChannels } from './subscribed-channels.ts'
import { ChannelSubscriptionType } from './subscription-type.ts'

builder.objectField(ViewerType, 'subscriptions', (t) =>
  t.field({
    type: [ChannelSubscriptionType],
    description: 'What the viewer is subscribed to, without archived channels, by ascending id.',
    resolve: (_, __, context) => viewersChannels(requireViewer(context)),
  }),
)

builder.objectField(ViewerType, 'channels', (t) =>
  t.field({
    type: [ChannelType],
    description: 'The channels that the viewer is subscribed to, without archived ones, by ascending id.',
    resolve: async (_, __, context) => remember(context, await viewersChannels(requireViewer(context))),
  }),
)

builder.objectField(UserType, 'channels', (t) =>
  t.field({
    type: [ChannelType],
    description: 'The channels that the user is subscribed to, as far as the viewer may know of them.',
    resolve: ({ id }, _, context) => channelsOfUsers(context).load(id),
  }),
)

builder.objectField(UserType, 'isSubscribedTo', (t) =>
  t.boolean({
    description:
      'Whether the user is subscribed to a channel. Errors: BAD_REQUEST for none that the viewer may know of.',
    args: { channelDatabaseId: t.arg.int({ required: true, description: 'The channel’s id.' }) },
    resolve: async ({ id }, { channelDatabaseId }, context) => {
      const { db } = context.core
      const { channel } = await accessChannel(db, context, { id: channelDatabaseId }, 'metadata')
      return isSubscribed(db, id, channel.id)
    },
  }),
)
