import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { type ChannelSubscription, ChannelSubscriptionType } from './subscription-type.ts'
import { updateSubscriptions } from './update-subscriptions.ts'

const SubscriptionChangeInput = builder.inputType('SubscriptionChangeInput', {
  description: 'New settings of the viewer’s own for one channel. What is left out stays as it is.',
  fields: (t) => ({
    channelDatabaseId: t.int({ required: true, description: 'Id of a channel that the viewer is in.' }),
    color: t.string({ required: false, description: 'Hexadecimal, such as `#7cb8e8` or `#7ce`.' }),
    isMuted: t.boolean({ required: false, description: 'It counts for no unread totals.' }),
    isPinned: t.boolean({ required: false, description: 'It goes before the others.' }),
    desktopNotifications: t.boolean({ required: false, description: 'Visible notices on the desktop.' }),
    audibleNotifications: t.boolean({ required: false, description: 'Audible notices on the desktop.' }),
    pushNotifications: t.boolean({ required: false, description: 'Notices on the phone.' }),
    emailNotifications: t.boolean({ required: false, description: 'Notices by email.' }),
    wildcardMentionsNotify: t.boolean({
      required: false,
      description: 'Wildcard mentions notify like one’s own name.',
    }),
  }),
})

const UpdateSubscriptionsInput = builder.inputType('UpdateSubscriptionsInput', {
  description: 'Changes of the viewer’s own settings for channels.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    changes: t.field({
      type: [SubscriptionChangeInput],
      required: true,
      description: 'In this order; of two values for one setting the later one stays.',
    }),
  }),
})

const UpdateSubscriptionsPayload = builder
  .objectRef<{ readonly subscriptions: ChannelSubscription[] }>('UpdateSubscriptionsPayload')
  .implement({
    description: 'What was changed.',
    fields: (t) => ({
      subscriptions: t.field({
        type: [ChannelSubscriptionType],
        description: 'The subscriptions as they are now, each once.',
        resolve: ({ subscriptions }) => subscriptions,
      }),
    }),
  })

builder.mutationField('updateSubscriptions', (t) =>
  t.field({
    type: UpdateSubscriptionsPayload,
    description:
      'Changes the viewer’s own settings for channels. All or nothing. Errors: BAD_REQUEST for a channel that the viewer is not subscribed to, and for a wrong colour.',
    args: { input: t.arg({ type: UpdateSubscriptionsInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input }, context) => {
      const changes = input.changes.map(({ channelDatabaseId, isPinned, ...settings }) => ({
        channelId: channelDatabaseId,
        settings: { ...settings, pinToTop: isPinned },
      }))
      return {
        subscriptions: await updateSubscriptions(writing(context, 'updateSubscriptions', input), changes),
      }
    },
  }),
)
