import { type ChannelPermission, channelPermissionSettings } from '../contract/permission-settings.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { type ChannelPermissionGroups, channelPermissionColumn } from './permission-columns.ts'

/**
 * The groups that hold a new channel's permissions unless its creator says otherwise.
 *
 * @param creatorsGroupId a group with only the creator; role:nobody for channels of the server
 */
export function defaultChannelPermissions(
  systemGroups: SystemGroupIds,
  creatorsGroupId: number,
): ChannelPermissionGroups {
  const permissions = Object.keys(channelPermissionSettings) as ChannelPermission[] // keys() widens to string
  const entries = permissions.map((permission) => {
    const { defaultGroup } = channelPermissionSettings[permission]
    // Only user groups have a default of 'group_creator'.
    const groupId =
      defaultGroup === 'channel_creator' || defaultGroup === 'group_creator'
        ? creatorsGroupId
        : systemGroups.idOf[defaultGroup]
    return [channelPermissionColumn(permission), groupId]
  })
  return Object.fromEntries(entries) as ChannelPermissionGroups // One entry for each permission.
}
