import type { GroupSettingValue } from '../contract/group-setting.ts'
import { type ChannelPermission, channelPermissionSettings } from '../contract/permission-settings.ts'
import { builder } from '../graphql/builder.ts'
import { permissionField, TopicsPolicyType } from './channel-type.ts'
import type { NewChannelSettings } from './new-channel-settings.ts'

const permissions = Object.keys(channelPermissionSettings) as ChannelPermission[] // keys() widens to string

export const NewChannelSettingsInput = builder.inputType('NewChannelSettingsInput', {
  description: 'What a new channel is like. Whatever is left out has its default.',
  fields: (t) => ({
    isPrivate: t.boolean({ required: false, description: 'Only subscribers see what is in it.' }),
    isWebPublic: t.boolean({ required: false, description: 'Visitors without an account can read it.' }),
    historyPublicToSubscribers: t.boolean({
      required: false,
      description: 'Left out: true, but false for private channels.',
    }),
    topicsPolicy: t.field({ type: TopicsPolicyType, required: false, description: 'Left out: INHERIT.' }),
    messageRetentionDays: t.int({
      required: false,
      description:
        'Days for which to keep messages, -1 for ever; owners only. Left out: as the organization.',
    }),
    folderDatabaseId: t.int({ required: false, description: 'Id of the folder to put it in.' }),
    defaultPushNotifications: t.boolean({
      required: false,
      description: 'Mobile push is on at a user’s first subscription; administrators only.',
    }),
    isDefault: t.boolean({ required: false, description: 'Subscribe new users to it; administrators only.' }),
    ...Object.fromEntries(
      permissions.map((permission) => [
        permissionField(permission),
        t.field({
          type: 'GroupSetting',
          required: false,
          description: `Who may ${channelPermissionSettings[permission].may}.`,
        }),
      ]),
    ),
  }),
})

type Given = typeof NewChannelSettingsInput.$inferInput

/** The input as the actions take it. */
export function newChannelSettings(given: Given | null | undefined): NewChannelSettings {
  const entries = permissions.flatMap((permission) => {
    // The fields are made from the same list, which their type does not spell out.
    const value = (given as Record<string, GroupSettingValue | null | undefined> | null | undefined)?.[
      permissionField(permission)
    ]
    return value === undefined || value === null ? [] : [[permission, value] as const]
  })
  return {
    isPrivate: given?.isPrivate ?? false,
    isWebPublic: given?.isWebPublic ?? false,
    historyPublicToSubscribers: given?.historyPublicToSubscribers ?? null,
    topicsPolicy: given?.topicsPolicy ?? 'inherit',
    messageRetentionDays: given?.messageRetentionDays ?? null,
    folderId: given?.folderDatabaseId ?? null,
    defaultPushNotifications: given?.defaultPushNotifications ?? false,
    isDefault: given?.isDefault ?? false,
    permissions: Object.fromEntries(entries),
  }
}
