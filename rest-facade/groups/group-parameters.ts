import { z } from 'zod'
import { databaseId } from '../../src/contract/database-id.ts'
import {
  type UserGroupPermission,
  userGroupPermissionSettings,
} from '../../src/contract/permission-settings.ts'
import { json } from '../parameters/json.ts'
import type { Parameter } from '../parameters/parameter.ts'

const permissions = Object.keys(userGroupPermissionSettings) as UserGroupPermission[] // keys() widens to string

/** One optional parameter for each permission over a group. */
export function permissionParameters<Value>(
  parameter: () => Parameter<Value>,
): Record<UserGroupPermission, Parameter<Value | undefined>> {
  return Object.fromEntries(
    permissions.map((permission) => [
      permission,
      parameter().optional().describe(`Who may ${userGroupPermissionSettings[permission].may}.`),
    ]),
  ) as Record<UserGroupPermission, Parameter<Value | undefined>> // One for each permission.
}

/** The permissions as the core's inputs call them. */
export function permissionsInput<Value>(given: Readonly<Record<UserGroupPermission, Value>>) {
  return {
    canAddMembersGroup: given.can_add_members_group,
    canJoinGroup: given.can_join_group,
    canLeaveGroup: given.can_leave_group,
    canManageGroup: given.can_manage_group,
    canMentionGroup: given.can_mention_group,
    canRemoveMembersGroup: given.can_remove_members_group,
  }
}

/** A list of ids of users or groups. */
export const ids = json(z.array(databaseId))
