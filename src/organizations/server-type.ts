import { countLimits, credentialLimits, textLimits, uploadLimits } from '../contract/limits.ts'
import {
  channelPermissionSettings,
  organizationPermissionSettings,
  type PermissionSetting,
  userGroupPermissionSettings,
} from '../contract/permission-settings.ts'
import { presenceTiming, SERVICE_FEATURE_LEVEL, typingTiming } from '../contract/server.ts'
import type { Core } from '../core.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { emojiNamesPath } from '../pages/static-files.ts'
import { VERSION } from '../version.ts'

/** Limits by the name of their field: the value, and what it means. */
const limits: Readonly<Record<string, readonly [value: number, meaning: string]>> = {
  messageContentLength: [textLimits.messageContent, 'Code points of a message; longer ones are cut.'],
  topicLength: [textLimits.topic, 'Code points of a topic; longer ones are cut.'],
  channelNameLength: [textLimits.channelName, 'Code points of a channel’s name.'],
  channelDescriptionLength: [textLimits.channelDescription, 'Code points of a channel’s description.'],
  channelFolderNameLength: [textLimits.channelFolderName, 'Code points of a channel folder’s name.'],
  channelFolderDescriptionLength: [
    textLimits.channelFolderDescription,
    'Code points of a channel folder’s description.',
  ],
  userGroupNameLength: [textLimits.userGroupName, 'Code points of a user group’s name.'],
  fullNameLength: [textLimits.fullName, 'Code points of a user’s name.'],
  fullNameMinimumLength: [textLimits.fullNameMinimum, 'The least code points of a user’s name.'],
  reminderNoteLength: [textLimits.reminderNote, 'Code points of a reminder’s note.'],
  statusTextLength: [textLimits.statusText, 'Code points of a user’s status.'],
  messagesPerFetch: [countLimits.messagesPerFetch, 'Messages in one fetch.'],
  newSubscriptionMessages: [
    countLimits.newSubscriptionMessages,
    'New subscribers up to whom one request sends notices.',
  ],
  fileMib: [uploadLimits.fileMib, 'MiB of an uploaded file.'],
  avatarMib: [uploadLimits.avatarMib, 'MiB of a user’s picture.'],
  iconMib: [uploadLimits.iconMib, 'MiB of an organization’s square picture.'],
  logoMib: [uploadLimits.logoMib, 'MiB of an organization’s wide picture.'],
  passwordMinimumLength: [credentialLimits.passwordMinimumLength, 'The least characters of a password.'],
  passwordMaximumLength: [credentialLimits.passwordMaximumLength, 'The most characters of a password.'],
}

const ServerLimitsType = builder.objectRef<typeof limits>('ServerLimits').implement({
  description: 'Greatest values that the server takes, unless a field says otherwise.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(limits).map(([name, [value, meaning]]) => [
        name,
        t.int({ description: meaning, resolve: () => value }),
      ]),
    ),
})

const ServerPacingType = builder.objectRef<Core>('ServerPacing').implement({
  description: 'How clients should pace themselves.',
  fields: (t) => ({
    presencePingSeconds: t.int({
      description: 'How often clients report that their user is there.',
      resolve: () => presenceTiming.pingIntervalSeconds,
    }),
    presenceOfflineSeconds: t.int({
      description: 'Age of the last report from which a user counts as offline.',
      resolve: () => presenceTiming.offlineThresholdSeconds,
    }),
    typingExpiryMilliseconds: t.int({
      description: 'How long a typing notice lasts unless it is repeated.',
      resolve: () => typingTiming.startedExpiryMilliseconds,
    }),
    typingRepeatMilliseconds: t.int({
      description: 'Interval at which clients repeat a typing notice.',
      resolve: () => typingTiming.startedWaitMilliseconds,
    }),
    typingIdleMilliseconds: t.int({
      description: 'Idle time after which clients take a typing notice back.',
      resolve: () => typingTiming.stoppedWaitMilliseconds,
    }),
  }),
})

interface NamedPermission extends PermissionSetting {
  readonly name: string
}

const PermissionSettingType = builder.objectRef<NamedPermission>('PermissionSetting').implement({
  description: 'A permission, and which groups can hold it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in the REST API.' }),
    meaning: t.string({ description: 'Who holds it.', resolve: ({ may }) => `Who may ${may}.` }),
    defaultGroup: t.exposeString('defaultGroup', {
      description: 'The system group that it starts with, or `channel_creator` or `group_creator`.',
    }),
    allowsNobody: t.exposeBoolean('allowNobody', { description: 'Whether `role:nobody` can hold it.' }),
    allowsEveryone: t.exposeBoolean('allowEveryone', { description: 'Whether guests can hold it.' }),
    requiresSystemGroup: t.exposeBoolean('requireSystemGroup', {
      description: 'Whether only system groups can hold it.',
    }),
    allowedSystemGroups: t.stringList({
      description: 'The only system groups that can hold it; empty for all.',
      resolve: ({ allowedSystemGroups }) => [...allowedSystemGroups],
    }),
  }),
})

const named = (settings: Readonly<Record<string, PermissionSetting>>): NamedPermission[] =>
  Object.entries(settings).map(([name, setting]) => ({ ...setting, name }))

const PermissionCatalogType = builder.objectRef<Core>('PermissionCatalog').implement({
  description: 'All permissions, by what they belong to.',
  fields: (t) => ({
    organization: t.field({
      type: [PermissionSettingType],
      description: 'In a whole organization.',
      resolve: () => named(organizationPermissionSettings),
    }),
    channel: t.field({
      type: [PermissionSettingType],
      description: 'In one channel.',
      resolve: () => named(channelPermissionSettings),
    }),
    userGroup: t.field({
      type: [PermissionSettingType],
      description: 'Over one user group.',
      resolve: () => named(userGroupPermissionSettings),
    }),
  }),
})

export const ServerType = builder.objectRef<Core>('Server').implement({
  description: 'The server itself. Visitors see its version.',
  fields: (t) => ({
    version: t.string({ description: 'The release.', resolve: () => VERSION }),
    featureLevel: t.int({
      description: 'The level of the REST API that it speaks; it only grows.',
      resolve: () => SERVICE_FEATURE_LEVEL,
    }),
    isDevelopment: t.boolean({
      description: 'Whether it is a development server.',
      resolve: ({ config }, _, context) => requireViewer(context) && config.isDevelopment,
    }),
    allowsWebPublicChannels: t.boolean({
      description: 'Whether organizations may open channels to visitors.',
      resolve: ({ config }, _, context) => requireViewer(context) && config.webPublicChannels,
    }),
    allowsLinkPreviews: t.boolean({
      description: 'Whether organizations may have previews of the pages that messages link.',
      resolve: ({ config }, _, context) => requireViewer(context) && config.showsLinkPreviews,
    }),
    dateStarted: t.field({
      type: 'DateTime',
      description: 'When the process that answers began.',
      resolve: ({ startedAt }, _, context) => requireViewer(context) && new Date(startedAt * 1000),
    }),
    emojiNamesUrl: t.string({
      description: 'JSON with the names of all Unicode emoji by code.',
      resolve: ({ config }, _, context) => requireViewer(context) && `${config.publicUrl}${emojiNamesPath}`,
    }),
    limits: t.field({
      type: ServerLimitsType,
      description: 'How long, how many, how big.',
      resolve: (_, __, context) => requireViewer(context) && limits,
    }),
    pacing: t.field({
      type: ServerPacingType,
      description: 'How often clients should do what.',
      resolve: (core, _, context) => requireViewer(context) && core,
    }),
    permissions: t.field({
      type: PermissionCatalogType,
      description: 'Which permissions there are, and who can hold them.',
      resolve: (core, _, context) => requireViewer(context) && core,
    }),
  }),
})
