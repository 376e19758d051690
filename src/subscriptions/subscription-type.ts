import { ChannelType } from '../channels/channel-type.ts'
import type { AccessedChannel } from '../channels/load-channels.ts'
import { viewerSubscriptions } from '../channels/loaders.ts'
import type { Subscription } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'

/** A channel that the viewer is, or was, subscribed to. */
export interface ChannelSubscription extends AccessedChannel {
  readonly subscription: Subscription
}

const inherits = 'null as the user’s own settings have it.'

export const ChannelSubscriptionType = builder
  .objectRef<ChannelSubscription>('ChannelSubscription')
  .implement({
    description: 'The viewer’s relation to a channel, with personal settings. Leaving keeps the settings.',
    fields: (t) => ({
      channel: t.field({ type: ChannelType, description: 'The channel.', resolve: ({ channel }) => channel }),
      isActive: t.boolean({
        description: 'False when the viewer has left.',
        resolve: ({ subscription }) => subscription.active,
      }),
      color: t.string({
        description: 'The viewer’s own colour for it, such as `#7cb8e8`.',
        resolve: ({ subscription }) => subscription.color,
      }),
      isMuted: t.boolean({
        description: 'It counts for no unread totals.',
        resolve: ({ subscription }) => subscription.isMuted,
      }),
      isPinned: t.boolean({
        description: 'It goes before the others.',
        resolve: ({ subscription }) => subscription.pinToTop,
      }),
      desktopNotifications: t.boolean({
        nullable: true,
        description: `Visible notices on the desktop; ${inherits}`,
        resolve: ({ subscription }) => subscription.desktopNotifications,
      }),
      audibleNotifications: t.boolean({
        nullable: true,
        description: `Audible notices on the desktop; ${inherits}`,
        resolve: ({ subscription }) => subscription.audibleNotifications,
      }),
      pushNotifications: t.boolean({
        nullable: true,
        description: `Notices on the phone; ${inherits}`,
        resolve: ({ subscription }) => subscription.pushNotifications,
      }),
      emailNotifications: t.boolean({
        nullable: true,
        description: `Notices by email; ${inherits}`,
        resolve: ({ subscription }) => subscription.emailNotifications,
      }),
      wildcardMentionsNotify: t.boolean({
        nullable: true,
        description: `Wildcard mentions notify like one’s own name; ${inherits}`,
        resolve: ({ subscription }) => subscription.wildcardMentionsNotify,
      }),
    }),
  })

builder.objectField(ChannelType, 'viewerSubscription', (t) =>
  t.field({
    type: ChannelSubscriptionType,
    nullable: true,
    description: 'The viewer’s relation to it; null for who never subscribed.',
    resolve: async (channel, _, context) => {
      const subscription = await viewerSubscriptions(context).load(channel.id)
      return subscription && { channel, subscription }
    },
  }),
)
