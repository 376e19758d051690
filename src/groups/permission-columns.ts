import { type UserGroupPermission, userGroupPermissionSettings } from '../contract/permission-settings.ts'
import type { UserGroup } from '../generated/prisma/client.ts'

/** The column in which a group keeps the group that holds a permission over it. */
export const groupPermissionColumn = {
  can_add_members_group: 'canAddMembersGroupId',
  can_join_group: 'canJoinGroupId',
  can_leave_group: 'canLeaveGroupId',
  can_manage_group: 'canManageGroupId',
  can_mention_group: 'canMentionGroupId',
  can_remove_members_group: 'canRemoveMembersGroupId',
} as const satisfies Record<UserGroupPermission, keyof UserGroup>

/** A group with a name: all that may be asked of it. */
export type PermissionGroups = Pick<UserGroup, 'kind' | (typeof groupPermissionColumn)[UserGroupPermission]>

/** Every permission over a group. */
export const groupPermissions = Object.keys(userGroupPermissionSettings) as UserGroupPermission[] // keys() widens to string
