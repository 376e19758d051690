import type { Permissions } from '../access/permissions.ts'
import type { Viewer } from '../access/viewer.ts'
import { isAtLeast, roles } from '../contract/roles.ts'

/**
 * Whether somebody who administers a channel may also set a policy of it that the organization keeps to a group:
 * organization administrators always may (reference: event realm op update_dict, the two settings).
 */
export async function maySetPolicy(
  viewer: Viewer,
  permissions: Permissions,
  policy: 'can_set_topics_policy_group' | 'can_set_delete_message_policy_group',
): Promise<boolean> {
  return isAtLeast(viewer.role, roles.administrator) || permissions.holds(policy)
}
