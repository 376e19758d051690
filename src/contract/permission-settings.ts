import type { SystemGroupName } from './system-groups.ts'

/** Which values a permission setting takes, and which it starts with. */
export interface PermissionSetting {
  /** What its holders may do, as the end of the sentence "Who may …". */
  readonly may: string
  /** A system group, or an unnamed group with only the creator of the channel or group. */
  readonly defaultGroup: SystemGroupName | 'channel_creator' | 'group_creator'
  readonly allowNobody: boolean
  /** False: guests never hold it, not even as members of the value. */
  readonly allowEveryone: boolean
  readonly allowInternet: boolean
  /** Only system groups can be the value. */
  readonly requireSystemGroup: boolean
  /** The only system groups that can be the value; empty for no such restriction. */
  readonly allowedSystemGroups: readonly SystemGroupName[]
  /** What system groups have for it; only settings of user groups. */
  readonly defaultForSystemGroups: SystemGroupName | null
}

type Allowed = 'nobody' | 'everyone'

function setting(
  may: string,
  defaultGroup: PermissionSetting['defaultGroup'],
  allowed: readonly Allowed[],
  allowedSystemGroups: readonly SystemGroupName[] = [],
): PermissionSetting {
  return {
    may,
    defaultGroup,
    allowNobody: allowed.includes('nobody'),
    allowEveryone: allowed.includes('everyone'),
    allowInternet: false,
    requireSystemGroup: allowedSystemGroups.length > 0,
    allowedSystemGroups,
    defaultForSystemGroups: null,
  }
}

const anybody = ['nobody', 'everyone'] as const
const noGuests = ['nobody'] as const

/** Permissions in a whole organization (permissions: "Organization permission settings"). */
export const organizationPermissionSettings = {
  create_multiuse_invite_group: setting('create reusable invitation links', 'role:administrators', noGuests),
  can_access_all_users_group: setting(
    'see all users',
    'role:everyone',
    ['everyone'],
    ['role:everyone', 'role:members'],
  ),
  can_add_custom_emoji_group: setting('add custom emoji', 'role:members', noGuests),
  can_add_subscribers_group: setting('subscribe others to channels', 'role:members', noGuests),
  can_create_bots_group: setting('create bots of any kind', 'role:members', noGuests),
  can_create_write_only_bots_group: setting('create bots that only send', 'role:members', noGuests),
  can_create_groups: setting('create user groups', 'role:members', noGuests),
  can_create_private_channel_group: setting('create private channels', 'role:members', noGuests),
  can_create_public_channel_group: setting('create public channels', 'role:members', noGuests),
  can_create_web_public_channel_group: setting('create web-public channels', 'role:owners', noGuests, [
    'role:moderators',
    'role:administrators',
    'role:owners',
    'role:nobody',
  ]),
  can_delete_any_message_group: setting("delete anybody's messages", 'role:administrators', noGuests),
  can_delete_own_message_group: setting('delete their own messages', 'role:everyone', anybody),
  can_invite_users_group: setting('invite by email', 'role:members', noGuests),
  can_manage_all_groups: setting('manage every user group', 'role:owners', []),
  can_manage_billing_group: setting('manage plans and billing', 'role:administrators', []),
  can_mention_many_users_group: setting(
    'use wildcard mentions in large channels',
    'role:administrators',
    anybody,
  ),
  can_move_messages_between_channels_group: setting(
    'move messages to other channels',
    'role:members',
    noGuests,
  ),
  can_move_messages_between_topics_group: setting('move messages to other topics', 'role:everyone', anybody),
  can_resolve_topics_group: setting('resolve topics', 'role:everyone', anybody),
  can_set_delete_message_policy_group: setting(
    "set who deletes a channel's messages",
    'role:moderators',
    noGuests,
  ),
  can_set_topics_policy_group: setting("set a channel's topics policy", 'role:members', anybody),
  can_summarize_topics_group: setting('have topics summarized', 'role:everyone', anybody),
  direct_message_initiator_group: setting('start direct-message conversations', 'role:everyone', anybody),
  direct_message_permission_group: setting(
    'authorize direct-message conversations',
    'role:everyone',
    anybody,
  ),
  workplace_users_group: setting('count as workplace users', 'role:everyone', anybody),
} as const satisfies Record<string, PermissionSetting>

export type OrganizationPermission = keyof typeof organizationPermissionSettings

/** The permissions that only owners pass on; the others are the administrators' (permissions: below the table). */
export const ownersPermissions: readonly OrganizationPermission[] = [
  'create_multiuse_invite_group',
  'can_manage_billing_group',
  'workplace_users_group',
]

/** Starting values that differ in organizations of an education type (same section). */
export const educationPermissionDefaults = {
  can_create_public_channel_group: 'role:administrators',
  can_invite_users_group: 'role:administrators',
  can_add_subscribers_group: 'role:moderators',
  can_create_groups: 'role:moderators',
  can_move_messages_between_channels_group: 'role:moderators',
} as const satisfies Partial<Record<OrganizationPermission, SystemGroupName>>

/** Permissions in one channel (permissions: "Channel permission settings"). */
export const channelPermissionSettings = {
  can_administer_channel_group: setting('administer the channel', 'channel_creator', noGuests),
  can_add_subscribers_group: setting('add subscribers', 'role:nobody', noGuests),
  can_subscribe_group: setting('subscribe themselves', 'role:nobody', noGuests),
  can_remove_subscribers_group: setting('remove subscribers', 'role:administrators', anybody),
  can_send_message_group: setting('post', 'role:everyone', anybody),
  can_create_topic_group: setting('start topics', 'role:everyone', anybody),
  can_delete_any_message_group: setting("delete anybody's messages", 'role:nobody', anybody),
  can_delete_own_message_group: setting('delete their own messages', 'role:nobody', anybody),
  can_move_messages_out_of_channel_group: setting('move messages elsewhere', 'role:nobody', anybody),
  can_move_messages_within_channel_group: setting('move messages between topics', 'role:nobody', anybody),
  can_resolve_topics_group: setting('resolve topics', 'role:nobody', anybody),
} as const satisfies Record<string, PermissionSetting>

export type ChannelPermission = keyof typeof channelPermissionSettings

/** Permissions whose holders see that a private channel exists, and its settings. */
export const permissionsGrantingMetadata = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelPermission[]

/** Permissions whose holders also read a private channel's messages. */
export const permissionsGrantingContent = [
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelPermission[]

function groupSetting(
  may: string,
  defaultGroup: PermissionSetting['defaultGroup'],
  allowed: readonly Allowed[],
): PermissionSetting {
  return { ...setting(may, defaultGroup, allowed), defaultForSystemGroups: 'role:nobody' }
}

/** Permissions over one user group (permissions: "User-group settings"). */
export const userGroupPermissionSettings = {
  can_add_members_group: groupSetting('add members', 'group_creator', noGuests),
  can_join_group: groupSetting('join', 'role:nobody', noGuests),
  can_leave_group: groupSetting('leave', 'role:everyone', anybody),
  can_manage_group: groupSetting('manage the group', 'group_creator', noGuests),
  can_mention_group: groupSetting('mention the group', 'role:everyone', anybody),
  can_remove_members_group: groupSetting('remove members', 'role:nobody', noGuests),
} as const satisfies Record<string, PermissionSetting>

export type UserGroupPermission = keyof typeof userGroupPermissionSettings
