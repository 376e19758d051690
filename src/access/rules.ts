import type { ChannelPermissionGroups } from '../channels/permission-columns.ts'
import {
  type ChannelPermission,
  type OrganizationPermission,
  organizationPermissionSettings,
  type UserGroupPermission,
} from '../contract/permission-settings.ts'
import { isAtLeast, type RoleName, roles } from '../contract/roles.ts'
import type { PermissionGroups } from '../groups/permission-columns.ts'
import type { Permissions } from './permissions.ts'

/** One of the things that suffice for an action: a role, or a permission by the setting that grants it. */
export type Ground =
  | { readonly role: RoleName }
  | { readonly organization: OrganizationPermission }
  | { readonly channel: ChannelPermission }
  | { readonly group: UserGroupPermission }

/** Who may do something: whoever has one of the grounds. */
export interface Rule {
  /** What the action is done to. */
  readonly object: 'organization' | 'channel' | 'group'
  /** What is done, as the end of the sentence "Who may …". */
  readonly may: string
  readonly grounds: readonly Ground[]
}

const managing = [{ group: 'can_manage_group' }, { organization: 'can_manage_all_groups' }] as const
const adding = [{ group: 'can_add_members_group' }, ...managing] as const
const removing = [{ group: 'can_remove_members_group' }, ...managing] as const

/** Actions on user groups (permissions: "User-group settings"); system groups are nobody's to change. */
export const groupRules = {
  MANAGE_GROUP: {
    object: 'group',
    may: 'change a group, its settings and its members, deactivate and reactivate it',
    grounds: managing,
  },
  ADD_GROUP_MEMBERS: { object: 'group', may: 'add users and subgroups to a group', grounds: adding },
  REMOVE_GROUP_MEMBERS: {
    object: 'group',
    may: 'remove users and subgroups from a group',
    grounds: removing,
  },
  JOIN_GROUP: { object: 'group', may: 'join a group', grounds: [{ group: 'can_join_group' }, ...adding] },
  LEAVE_GROUP: {
    object: 'group',
    may: 'leave a group',
    grounds: [{ group: 'can_leave_group' }, ...removing],
  },
  MENTION_GROUP: {
    object: 'group',
    may: 'mention a group so that its members are notified',
    grounds: [{ group: 'can_mention_group' }],
  },
} as const satisfies Record<string, Rule>

const administering = [{ role: 'administrator' }, { channel: 'can_administer_channel_group' }] as const

/** Actions in channels (permissions: "Channel permission settings"); access to the channel is asked apart. */
export const channelRules = {
  ADMINISTER_CHANNEL: { object: 'channel', may: 'administer a channel', grounds: administering },
  ADD_CHANNEL_SUBSCRIBERS: {
    object: 'channel',
    may: 'subscribe others to a channel',
    grounds: [
      { organization: 'can_add_subscribers_group' },
      { channel: 'can_add_subscribers_group' },
      ...administering,
    ],
  },
  REMOVE_CHANNEL_SUBSCRIBERS: {
    object: 'channel',
    may: 'unsubscribe others from a channel',
    grounds: [{ channel: 'can_remove_subscribers_group' }, ...administering],
  },
  SUBSCRIBE_TO_CHANNEL: {
    object: 'channel',
    may: 'subscribe themselves to a private channel',
    grounds: [{ channel: 'can_subscribe_group' }, { channel: 'can_add_subscribers_group' }],
  },
  SEND_TO_CHANNEL: {
    object: 'channel',
    may: 'post in a channel',
    grounds: [{ channel: 'can_send_message_group' }],
  },
  CREATE_CHANNEL_TOPICS: {
    object: 'channel',
    may: 'start topics in a channel',
    grounds: [{ channel: 'can_create_topic_group' }],
  },
  DELETE_ANY_CHANNEL_MESSAGE: {
    object: 'channel',
    may: "delete anybody's messages in a channel",
    grounds: [{ organization: 'can_delete_any_message_group' }, { channel: 'can_delete_any_message_group' }],
  },
  DELETE_OWN_CHANNEL_MESSAGE: {
    object: 'channel',
    may: 'delete their own messages in a channel',
    grounds: [
      { organization: 'can_delete_own_message_group' },
      { channel: 'can_delete_own_message_group' },
      { organization: 'can_delete_any_message_group' },
      { channel: 'can_delete_any_message_group' },
    ],
  },
  MOVE_MESSAGES_OUT_OF_CHANNEL: {
    object: 'channel',
    may: 'move messages to other channels',
    grounds: [
      { organization: 'can_move_messages_between_channels_group' },
      { channel: 'can_move_messages_out_of_channel_group' },
      ...administering,
    ],
  },
  MOVE_MESSAGES_WITHIN_CHANNEL: {
    object: 'channel',
    may: 'move messages between topics of a channel',
    grounds: [
      { organization: 'can_move_messages_between_topics_group' },
      { channel: 'can_move_messages_within_channel_group' },
      ...administering,
    ],
  },
  RESOLVE_CHANNEL_TOPICS: {
    object: 'channel',
    may: 'resolve topics of a channel',
    grounds: [{ organization: 'can_resolve_topics_group' }, { channel: 'can_resolve_topics_group' }],
  },
} as const satisfies Record<string, Rule>

/** Actions in the organization: one for each of its permissions, `can_create_groups` as CREATE_GROUPS. */
export const organizationRules: Readonly<Record<string, Rule>> = Object.fromEntries(
  Object.entries(organizationPermissionSettings).map(([name, { may }]) => [
    name
      .replace(/^can_/, '')
      .replace(/_group$/, '')
      .toUpperCase(),
    {
      object: 'organization',
      may,
      grounds: [{ organization: name as OrganizationPermission }], // entries() widens the keys.
    },
  ]),
)

/** What an action is done to, as far as permissions depend on it. */
export interface RuleObject {
  readonly channel?: ChannelPermissionGroups
  readonly group?: PermissionGroups
}

/** Whether somebody may do something: whether one of the rule's grounds is theirs. */
export async function may(permissions: Permissions, rule: Rule, object: RuleObject = {}): Promise<boolean> {
  for (const ground of rule.grounds) if (await isTheirs(permissions, ground, object)) return true
  return false
}

/** Whether somebody has this ground for acting on the object. */
export async function isTheirs(
  permissions: Permissions,
  ground: Ground,
  { channel, group }: RuleObject,
): Promise<boolean> {
  // The server maintains system groups: no permission reaches them.
  if (group?.kind === 'system') return false
  if ('role' in ground) return isAtLeast(permissions.role, roles[ground.role])
  if ('organization' in ground) return permissions.holds(ground.organization)
  if ('channel' in ground) return channel !== undefined && permissions.holdsIn(channel, ground.channel)
  return group !== undefined && permissions.holdsOver(group, ground.group)
}
