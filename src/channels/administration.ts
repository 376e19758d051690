import type { Permissions } from '../access/permissions.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import type { ChannelPermissionGroups } from './permission-columns.ts'

/**
 * Whether somebody administers a channel: administrators of the organization, and those who hold
 * its can_administer_channel_group. What of it takes content access too is for the caller to check.
 */
export async function administers(
  channel: ChannelPermissionGroups,
  permissions: Permissions,
): Promise<boolean> {
  if (isAtLeast(permissions.role, roles.administrator)) return true
  return permissions.holdsIn(channel, 'can_administer_channel_group')
}

/**
 * Whether somebody who can read a channel may add others to it (schemas:
 * "ChannelCanAddSubscribersGroup").
 */
export async function mayAddOthers(
  channel: ChannelPermissionGroups,
  permissions: Permissions,
): Promise<boolean> {
  if (await permissions.holds('can_add_subscribers_group')) return true
  if (await permissions.holdsIn(channel, 'can_add_subscribers_group')) return true
  return administers(channel, permissions)
}
