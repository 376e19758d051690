import { badRequest } from '../contract/coded-error.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { accessChannel, type ChannelReference } from './access.ts'
import { ChannelType } from './channel-type.ts'
import { createChannel } from './create-channel.ts'
import { listChannels } from './list-channels.ts'
import { remember } from './loaders.ts'
import { NewChannelSettingsInput, newChannelSettings } from './settings-input.ts'

const ChannelFilterInput = builder.inputType('ChannelFilterInput', {
  description: 'Sets of channels, whose union is meant.',
  fields: (t) => ({
    all: t.boolean({ required: false, description: 'Everything that the viewer may know of.' }),
    public: t.boolean({ required: false, description: 'Public channels; none for guests.' }),
    webPublic: t.boolean({ required: false, description: 'Channels that visitors can read.' }),
    subscribed: t.boolean({ required: false, description: 'What the viewer is subscribed to.' }),
    readable: t.boolean({ required: false, description: 'Channels whose messages the viewer may read.' }),
    default: t.boolean({ required: false, description: 'What new users are subscribed to.' }),
    ownerSubscribed: t.boolean({
      required: false,
      description: 'For bots: what their owner is subscribed to.',
    }),
    archived: t.boolean({ required: false, description: 'Archived channels of these sets, too.' }),
  }),
})

builder.queryField('channels', (t) =>
  t.field({
    type: [ChannelType],
    description: 'Channels that the viewer may know of, by ascending id; visitors see web-public ones.',
    args: {
      filter: t.arg({
        type: ChannelFilterInput,
        required: false,
        description: 'Which; left out: all but archived ones.',
      }),
    },
    resolve: async (_, { filter }, context) => {
      const listed = await listChannels(context, {
        all: filter ? (filter.all ?? false) : true,
        public: filter?.public ?? false,
        webPublic: filter?.webPublic ?? false,
        subscribed: filter?.subscribed ?? false,
        readable: filter?.readable ?? false,
        default: filter?.default ?? false,
        ownerSubscribed: filter?.ownerSubscribed ?? false,
        archived: filter?.archived ?? false,
      })
      return remember(context, listed)
    },
  }),
)

function reference(databaseId: number | null | undefined, name: string | null | undefined): ChannelReference {
  if (typeof databaseId === 'number' && typeof name !== 'string') return { id: databaseId }
  if (typeof name === 'string' && typeof databaseId !== 'number') return { name }
  throw badRequest('Name a channel by databaseId or by name.')
}

builder.queryField('channel', (t) =>
  t.field({
    type: ChannelType,
    description:
      'One channel, archived or not. Errors: BAD_REQUEST for none, and for one that the viewer may not know of.',
    args: {
      databaseId: t.arg.int({ required: false, description: 'The integer that REST uses.' }),
      name: t.arg.string({ required: false, description: 'Or its name, without regard to case.' }),
    },
    resolve: async (_, { databaseId, name }, context) => {
      const accessed = await accessChannel(context.core.db, context, reference(databaseId, name), 'metadata')
      remember(context, [accessed])
      return accessed.channel
    },
  }),
)

const CreateChannelInput = builder.inputType('CreateChannelInput', {
  description: 'A new channel.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    name: t.string({ required: true, description: 'At most 60 characters.' }),
    description: t.string({ required: false, description: 'Markdown, at most 1024 characters.' }),
    subscriberDatabaseIds: t.intList({
      required: false,
      description: 'Ids of the users to subscribe: the creator only when listed.',
    }),
    settings: t.field({ type: NewChannelSettingsInput, required: false, description: 'What it is like.' }),
    announce: t.boolean({
      required: false,
      description: 'Make it known in the organization’s channel for that, unless it is private.',
    }),
  }),
})

const CreateChannelPayload = builder.objectRef<{ channel: Channel }>('CreateChannelPayload').implement({
  description: 'The channel that was made.',
  fields: (t) => ({
    channel: t.field({ type: ChannelType, description: 'The channel.', resolve: ({ channel }) => channel }),
  }),
})

builder.mutationField('createChannel', (t) =>
  t.field({
    type: CreateChannelPayload,
    description: 'Creates a channel and subscribes users to it. Errors: CHANNEL_ALREADY_EXISTS, BAD_REQUEST.',
    args: { input: t.arg({ type: CreateChannelInput, required: true, description: 'The channel.' }) },
    resolve: async (_, { input }, context) => ({
      channel: await createChannel(writing(context, 'createChannel', input), {
        name: input.name,
        description: input.description ?? '',
        settings: newChannelSettings(input.settings),
        subscriberIds: input.subscriberDatabaseIds ?? [],
        announce: input.announce ?? false,
      }),
    }),
  }),
)
