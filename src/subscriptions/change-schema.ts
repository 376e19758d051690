import { ChannelType } from '../channels/channel-type.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { ViewerType } from '../users/viewer-type.ts'
import { type ChangeOutcome, changeSubscriptions } from './change-subscriptions.ts'

const JoinedChannelInput = builder.inputType('JoinedChannelInput', {
  description: 'A channel that the viewer wants to be in, by its name; made when nobody has the name.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Without regard to case; at most 60 characters.' }),
    description: t.string({ required: false, description: 'Of the channel, in case that it is made.' }),
    color: t.string({
      required: false,
      description: 'The viewer’s own colour for it, hexadecimal. Left out: one that is not in use yet.',
    }),
  }),
})

const ChangeSubscriptionsInput = builder.inputType('ChangeSubscriptionsInput', {
  description: 'What the viewer wants to be in, and what to leave.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    subscribe: t.field({
      type: [JoinedChannelInput],
      required: false,
      description: 'Channels to join; they come first.',
    }),
    unsubscribe: t.stringList({ required: false, description: 'Names of channels to leave.' }),
  }),
})

const ChangeSubscriptionsPayload = builder.objectRef<ChangeOutcome>('ChangeSubscriptionsPayload').implement({
  description: 'What the viewer joined and left.',
  fields: (t) => ({
    viewer: t.field({
      type: ViewerType,
      description: 'Whose subscriptions changed.',
      resolve: (_, __, context) => requireViewer(context).viewer,
    }),
    subscribed: t.field({
      type: [ChannelType],
      description: 'New subscriptions.',
      resolve: ({ subscribed }) => [...subscribed],
    }),
    alreadySubscribed: t.field({
      type: [ChannelType],
      description: 'Subscriptions that were there.',
      resolve: ({ alreadySubscribed }) => [...alreadySubscribed],
    }),
    removed: t.field({
      type: [ChannelType],
      description: 'Channels that the viewer has left.',
      resolve: ({ removed }) => [...removed],
    }),
    notRemoved: t.field({
      type: [ChannelType],
      description: 'Channels that the viewer was not in.',
      resolve: ({ notRemoved }) => [...notRemoved],
    }),
  }),
})

builder.mutationField('changeSubscriptions', (t) =>
  t.field({
    type: ChangeSubscriptionsPayload,
    description:
      'Subscribes the viewer to channels and unsubscribes from others, all or nothing. Errors: STREAM_DOES_NOT_EXIST for one to leave, BAD_REQUEST.',
    args: {
      input: t.arg({
        type: ChangeSubscriptionsInput,
        required: true,
        description: 'What to join and leave.',
      }),
    },
    resolve: (_, { input }, context) =>
      changeSubscriptions(writing(context, 'changeSubscriptions', input), {
        join: (input.subscribe ?? []).map(({ name, description, color }) => ({
          name,
          description: description ?? '',
          color: color ?? null,
        })),
        leave: input.unsubscribe ?? [],
      }),
  }),
)
