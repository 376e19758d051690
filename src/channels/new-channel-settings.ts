import type { Permissions } from '../access/permissions.ts'
import { requireRole } from '../access/require-role.ts'
import type { Viewer } from '../access/viewer.ts'
import { checkFolder } from '../channel-folders/access-folder.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { GroupSettingValue } from '../contract/group-setting.ts'
import { type ChannelPermission, channelPermissionSettings } from '../contract/permission-settings.ts'
import type { Transaction } from '../database/database.ts'
import type { TopicsPolicy } from '../generated/prisma/enums.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { insertAnonymousGroup } from '../groups/insert-groups.ts'
import { storeGroupSettings } from '../groups/store-setting-values.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { allowsWebPublicChannels } from '../organizations/web-public-access.ts'
import { defaultChannelPermissions } from './default-permissions.ts'
import type { ChannelProperties } from './insert-channel.ts'
import { maySetPolicy } from './may-set-policy.ts'
import { channelPermissionColumn } from './permission-columns.ts'

/** What somebody wants of new channels, besides name and description. */
export interface NewChannelSettings {
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  /** Null: shared, but protected in private channels. */
  readonly historyPublicToSubscribers: boolean | null
  readonly topicsPolicy: TopicsPolicy
  /** Null inherits from the organization; -1 keeps for ever. */
  readonly messageRetentionDays: number | null
  readonly folderId: number | null
  readonly defaultPushNotifications: boolean
  /** New users are subscribed. */
  readonly isDefault: boolean
  /** Whatever is not given has its declared default. */
  readonly permissions: Partial<Readonly<Record<ChannelPermission, GroupSettingValue>>>
}

/** Who creates. */
export interface Creator {
  readonly viewer: Viewer
  readonly permissions: Permissions
}

/** Whether somebody may create channels of this kind at all (reference: "Organization permission settings"). */
export async function mayCreate(
  { core, viewer, permissions }: Creator & Pick<ViewerContext, 'core'>,
  { isPrivate, isWebPublic }: NewChannelSettings,
): Promise<boolean> {
  if (isPrivate) return permissions.holds('can_create_private_channel_group')
  if (isWebPublic) {
    if (!allowsWebPublicChannels(core.config, viewer.organization.settings)) return false
    if (!(await permissions.holds('can_create_web_public_channel_group'))) return false
  }
  return permissions.holds('can_create_public_channel_group')
}

/**
 * Checks what is wanted of new channels against itself and against what the creator may set
 * (reference: POST /channels/create, "Channel types", "Channel permission settings").
 *
 * @throws CodedError BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
export async function checkSettings(creator: Creator, wanted: NewChannelSettings): Promise<void> {
  const { viewer, permissions } = creator
  if (wanted.isPrivate && wanted.isWebPublic) throw badRequest('A web-public channel cannot be private.')
  if (!wanted.isPrivate && wanted.historyPublicToSubscribers === false) {
    throw badRequest('Only a private channel can have protected history.')
  }
  if (wanted.isDefault) {
    requireRole(viewer, 'administrator')
    if (wanted.isPrivate) throw badRequest('A default channel cannot be private.')
  }
  if (wanted.defaultPushNotifications) requireRole(viewer, 'administrator')
  if (wanted.messageRetentionDays !== null) {
    requireRole(viewer, 'owner')
    if (wanted.messageRetentionDays !== -1 && wanted.messageRetentionDays < 1) {
      throw badRequest('Invalid message_retention_days')
    }
  }
  const isPolicy = wanted.topicsPolicy !== 'inherit'
  if (isPolicy && !(await maySetPolicy(viewer, permissions, 'can_set_topics_policy_group'))) {
    throw badRequest('Insufficient permission to set topics_policy')
  }
}

/**
 * Keeps the wanted permissions as groups and puts together what new channels are made of.
 *
 * @throws CodedError BAD_REQUEST, SYSTEM_GROUP_REQUIRED
 */
export async function channelProperties(
  tx: Transaction,
  { viewer, permissions }: Creator,
  systemGroups: SystemGroupIds,
  wanted: NewChannelSettings,
): Promise<ChannelProperties> {
  const { organizationId } = viewer
  if (wanted.folderId !== null) await checkFolder(tx, organizationId, wanted.folderId)
  const given = Object.entries(wanted.permissions).map(([name, value]) => {
    const permission = name as ChannelPermission // entries() widens the keys.
    return { name: permission, setting: channelPermissionSettings[permission], value }
  })
  const stored = await storeGroupSettings(tx, organizationId, systemGroups, given)
  // Without a creator's group of its own, the channel's administration was given in the request.
  const creatorsGroup = stored.has('can_administer_channel_group')
    ? systemGroups.idOf['role:nobody']
    : await insertAnonymousGroup(tx, organizationId, [viewer.id], [])
  const groups = defaultChannelPermissions(systemGroups, creatorsGroup)
  for (const [permission, groupId] of stored) groups[channelPermissionColumn(permission)] = groupId
  const nobody = systemGroups.idOf['role:nobody']
  const setsDeletion =
    groups.canDeleteAnyMessageGroupId !== nobody || groups.canDeleteOwnMessageGroupId !== nobody
  if (setsDeletion && !(await maySetPolicy(viewer, permissions, 'can_set_delete_message_policy_group'))) {
    throw badRequest('Insufficient permission to set who deletes messages')
  }
  const historyPublicToSubscribers = wanted.historyPublicToSubscribers ?? !wanted.isPrivate
  if (!historyPublicToSubscribers && groups.canCreateTopicGroupId !== systemGroups.idOf['role:everyone']) {
    throw badRequest(
      "can_create_topic_group must be 'role:everyone' in a private channel with protected history.",
    )
  }
  return {
    organizationId,
    creatorId: viewer.id,
    inviteOnly: wanted.isPrivate,
    isWebPublic: wanted.isWebPublic,
    historyPublicToSubscribers,
    topicsPolicy: wanted.topicsPolicy,
    messageRetentionDays: wanted.messageRetentionDays,
    folderId: wanted.folderId,
    defaultPushNotifications: wanted.defaultPushNotifications,
    ...groups,
  }
}
