import type { GroupSettingValueUpdate } from '../contract/group-setting.ts'
import { type ChannelPermission, channelPermissionSettings } from '../contract/permission-settings.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { GroupSettingChangeInput, settingChange } from '../groups/setting-change-input.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { archiveChannel } from './archive-channel.ts'
import type { ChannelChange } from './channel-change.ts'
import { ChannelType, permissionField, TopicsPolicyType } from './channel-type.ts'
import { setDefaultChannel } from './default-channels.ts'
import { updateChannel } from './update-channel.ts'

const permissions = Object.keys(channelPermissionSettings) as ChannelPermission[] // keys() widens to string

const UpdateChannelInput = builder.inputType('UpdateChannelInput', {
  description: 'What is to change about a channel. Whatever is left out stays as it is.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The channel.' }),
    name: t.string({ required: false, description: 'At most 60 characters.' }),
    description: t.string({ required: false, description: 'Markdown, at most 1024 characters.' }),
    isPrivate: t.boolean({
      required: false,
      description: 'Only subscribers see what is in it. Takes access to its messages, like the next two.',
    }),
    isWebPublic: t.boolean({ required: false, description: 'Visitors without an account can read it.' }),
    historyPublicToSubscribers: t.boolean({
      required: false,
      description:
        'False, for private channels: subscribers read only what arrives while they are subscribed.',
    }),
    topicsPolicy: t.field({ type: TopicsPolicyType, required: false, description: 'Which topics it has.' }),
    messageRetentionDays: t.int({
      required: false,
      description: 'Days for which to keep messages, -1 for ever, null as the organization; owners only.',
    }),
    folderDatabaseId: t.int({ required: false, description: 'Id of the folder it is in; null for none.' }),
    defaultPushNotifications: t.boolean({
      required: false,
      description: 'Mobile push is on at a user’s first subscription; administrators only.',
    }),
    isDefault: t.boolean({ required: false, description: 'New users are subscribed; administrators only.' }),
    isArchived: t.boolean({
      required: false,
      description: 'False: take it out of the archive. True has no effect: there is `archiveChannel`.',
    }),
    ...Object.fromEntries(
      permissions.map((permission) => [
        permissionField(permission),
        t.field({
          type: GroupSettingChangeInput,
          required: false,
          description: `Who may ${channelPermissionSettings[permission].may}.`,
        }),
      ]),
    ),
  }),
})

type Given = typeof UpdateChannelInput.$inferInput

/** Null means nothing of its own in these fields. */
const given = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined

function channelChange(input: Given): ChannelChange {
  // The fields are made from the same list, which their type does not spell out.
  const changes = input as unknown as Record<string, typeof GroupSettingChangeInput.$inferInput | null>
  const entries = permissions.flatMap((permission): [ChannelPermission, GroupSettingValueUpdate][] => {
    const change = settingChange(changes[permissionField(permission)])
    return change ? [[permission, change]] : []
  })
  return {
    name: given(input.name),
    description: given(input.description),
    isPrivate: given(input.isPrivate),
    isWebPublic: given(input.isWebPublic),
    historyPublicToSubscribers: given(input.historyPublicToSubscribers),
    topicsPolicy: given(input.topicsPolicy),
    messageRetentionDays: input.messageRetentionDays,
    folderId: input.folderDatabaseId,
    defaultPushNotifications: given(input.defaultPushNotifications),
    isDefault: given(input.isDefault),
    unarchive: input.isArchived === false,
    permissions: Object.fromEntries(entries),
  }
}

const ChannelPayload = builder.objectRef<{ channel: Channel }>('ChannelPayload').implement({
  description: 'The channel that was changed.',
  fields: (t) => ({
    channel: t.field({ type: ChannelType, description: 'As it is now.', resolve: ({ channel }) => channel }),
  }),
})

builder.mutationField('updateChannel', (t) =>
  t.field({
    type: ChannelPayload,
    description:
      'Changes what a channel is like, all or nothing; for those who administer it. Errors: BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, EXPECTATION_MISMATCH, SYSTEM_GROUP_REQUIRED.',
    args: { input: t.arg({ type: UpdateChannelInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input }, context) => ({
      channel: await updateChannel(
        writing(context, 'updateChannel', input),
        input.databaseId,
        channelChange(input),
      ),
    }),
  }),
)

const OneChannelInput = builder.inputType('OneChannelInput', {
  description: 'Names a channel.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The channel.' }),
  }),
})

builder.mutationField('archiveChannel', (t) =>
  t.field({
    type: ChannelPayload,
    description:
      'Archives a channel: its messages can be read, not added to; for those who administer it. Errors: BAD_REQUEST, also when it is archived already.',
    args: { input: t.arg({ type: OneChannelInput, required: true, description: 'The channel.' }) },
    resolve: async (_, { input }, context) => ({
      channel: await archiveChannel(writing(context, 'archiveChannel', input), input.databaseId),
    }),
  }),
)

builder.mutationField('addDefaultChannel', (t) =>
  t.field({
    type: ChannelPayload,
    description:
      'New users will be subscribed to the channel; administrators only. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST for private and archived channels.',
    args: { input: t.arg({ type: OneChannelInput, required: true, description: 'The channel.' }) },
    resolve: async (_, { input }, context) => ({
      channel: await setDefaultChannel(writing(context, 'addDefaultChannel', input), input.databaseId, true),
    }),
  }),
)

builder.mutationField('removeDefaultChannel', (t) =>
  t.field({
    type: ChannelPayload,
    description:
      'New users will not be subscribed to the channel; administrators only. Errors: UNAUTHORIZED_PRINCIPAL, BAD_REQUEST.',
    args: { input: t.arg({ type: OneChannelInput, required: true, description: 'The channel.' }) },
    resolve: async (_, { input }, context) => ({
      channel: await setDefaultChannel(
        writing(context, 'removeDefaultChannel', input),
        input.databaseId,
        false,
      ),
    }),
  }),
)
