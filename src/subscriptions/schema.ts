import { ChannelType } from '../channels/channel-type.ts'
import { NewChannelSettingsInput, newChannelSettings } from '../channels/settings-input.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { User } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { UserType } from '../users/user-type.ts'
import type { Principals } from './principals.ts'
import './change-schema.ts'
import './update-schema.ts'
import './user-fields.ts'
import { type SubscribeOutcome, subscribe } from './subscribe.ts'
import { type UnsubscribeOutcome, unsubscribe } from './unsubscribe.ts'

const PrincipalsInput = builder.inputType('PrincipalsInput', {
  description: 'Users, by ids or by addresses.',
  fields: (t) => ({
    databaseIds: t.intList({ required: false, description: 'Ids; better than addresses.' }),
    addresses: t.stringList({ required: false, description: 'Addresses that the API goes by.' }),
  }),
})

function principals(given: typeof PrincipalsInput.$inferInput | null | undefined): Principals {
  if (given?.databaseIds && given.addresses) throw badRequest('Name users by databaseIds or by addresses.')
  return given?.databaseIds ?? given?.addresses ?? []
}

const NamedChannelInput = builder.inputType('NamedChannelInput', {
  description: 'A channel by its name; made when nobody has the name.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Without regard to case; at most 60 characters.' }),
    description: t.string({ required: false, description: 'Of the channel, in case that it is made.' }),
  }),
})

const SubscribeInput = builder.inputType('SubscribeInput', {
  description: 'Who is to be subscribed to what.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    channels: t.field({
      type: [NamedChannelInput],
      required: false,
      description: 'Channels by name; missing ones are made.',
    }),
    channelDatabaseIds: t.intList({ required: false, description: 'Channels by id.' }),
    principals: t.field({ type: PrincipalsInput, required: false, description: 'Left out: the viewer.' }),
    settings: t.field({
      type: NewChannelSettingsInput,
      required: false,
      description: 'Of the channels that are made.',
    }),
    skipUnauthorized: t.boolean({
      required: false,
      description: 'Leave out channels that are not the viewer’s to use, instead of failing.',
    }),
    announce: t.boolean({
      required: false,
      description: 'Make new channels known in the organization’s channel for that, private ones excepted.',
    }),
    sendMessages: t.boolean({
      required: false,
      description:
        'Tell other users in a direct message that they were subscribed, unless they are more than 100.',
    }),
  }),
})

interface SubscriberOutcome {
  readonly user: User
  readonly outcome: SubscribeOutcome
}

const SubscriberOutcomeType = builder.objectRef<SubscriberOutcome>('SubscriberOutcome').implement({
  description: 'What came of subscribing one user.',
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'The user.', resolve: ({ user }) => user }),
    subscribed: t.field({
      type: [ChannelType],
      description: 'New subscriptions.',
      resolve: ({ user, outcome }) => [...(outcome.subscribed.get(user.id) ?? [])],
    }),
    alreadySubscribed: t.field({
      type: [ChannelType],
      description: 'Subscriptions that were there.',
      resolve: ({ user, outcome }) => [...(outcome.alreadySubscribed.get(user.id) ?? [])],
    }),
  }),
})

const SubscribePayload = builder.objectRef<SubscribeOutcome>('SubscribePayload').implement({
  description: 'Who was subscribed to what.',
  fields: (t) => ({
    users: t.field({
      type: [SubscriberOutcomeType],
      description: 'One entry for each user, by ascending id.',
      resolve: (outcome) => outcome.users.map((user) => ({ user, outcome })),
    }),
    unauthorized: t.stringList({
      description: 'Names of channels that were left out.',
      resolve: ({ unauthorized }) => [...unauthorized],
    }),
    created: t.field({
      type: [ChannelType],
      description: 'Channels that were made.',
      resolve: ({ created }) => [...created],
    }),
    messagesSent: t.boolean({
      nullable: true,
      description: 'Whether the other users were told; null when that was not asked for.',
      resolve: ({ messagesSent }) => messagesSent,
    }),
  }),
})

builder.mutationField('subscribe', (t) =>
  t.field({
    type: SubscribePayload,
    description:
      'Subscribes users to channels, and makes channels that do not exist. All or nothing, but for `skipUnauthorized`. Errors: BAD_REQUEST.',
    args: { input: t.arg({ type: SubscribeInput, required: true, description: 'Who, and what.' }) },
    resolve: (_, { input }, context) =>
      subscribe(writing(context, 'subscribe', input), {
        channels: (input.channels ?? []).map(({ name, description }) => ({
          name,
          description: description ?? '',
        })),
        channelIds: input.channelDatabaseIds ?? [],
        principals: principals(input.principals),
        settings: newChannelSettings(input.settings),
        skipUnauthorized: input.skipUnauthorized ?? false,
        announce: input.announce ?? false,
        sendMessages: input.sendMessages ?? false,
      }),
  }),
)

const UnsubscribeInput = builder.inputType('UnsubscribeInput', {
  description: 'Who is to be unsubscribed from what.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    names: t.stringList({ required: false, description: 'Channels by name.' }),
    channelDatabaseIds: t.intList({ required: false, description: 'Or channels by id.' }),
    principals: t.field({ type: PrincipalsInput, required: false, description: 'Left out: the viewer.' }),
  }),
})

const UnsubscribePayload = builder.objectRef<UnsubscribeOutcome>('UnsubscribePayload').implement({
  description: 'What was left.',
  fields: (t) => ({
    removed: t.field({
      type: [ChannelType],
      description: 'Channels that somebody has left.',
      resolve: ({ removed }) => [...removed],
    }),
    notRemoved: t.field({
      type: [ChannelType],
      description: 'Channels that somebody was not subscribed to.',
      resolve: ({ notRemoved }) => [...notRemoved],
    }),
  }),
})

builder.mutationField('unsubscribe', (t) =>
  t.field({
    type: UnsubscribePayload,
    description:
      'Unsubscribes users from channels, archived ones too. Errors: STREAM_DOES_NOT_EXIST, BAD_REQUEST.',
    args: { input: t.arg({ type: UnsubscribeInput, required: true, description: 'Who, and from what.' }) },
    resolve: (_, { input }, context) => {
      if (input.names && input.channelDatabaseIds) {
        throw badRequest('Name channels by names or by channelDatabaseIds.')
      }
      return unsubscribe(writing(context, 'unsubscribe', input), {
        channels: input.channelDatabaseIds ? { ids: input.channelDatabaseIds } : { names: input.names ?? [] },
        principals: principals(input.principals),
      })
    },
  }),
)
