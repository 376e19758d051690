import type { Permissions } from '../access/permissions.ts'
import { channelRules, may } from '../access/rules.ts'
import type { ChannelPermissionGroups } from './permission-columns.ts'

/**
 * Whether somebody administers a channel: administrators of the organization, and those who hold
 * its can_administer_channel_group. What of it takes content access too is for the caller to check.
 */
export async function administers(
  channel: ChannelPermissionGroups,
  permissions: Permissions,
): Promise<boolean> {
  return may(permissions, channelRules.ADMINISTER_CHANNEL, { channel })
}

/**
 * Whether somebody who can read a channel may add others to it (schemas:
 * "ChannelCanAddSubscribersGroup").
 */
export async function mayAddOthers(
  channel: ChannelPermissionGroups,
  permissions: Permissions,
): Promise<boolean> {
  return may(permissions, channelRules.ADD_CHANNEL_SUBSCRIBERS, { channel })
}
