import * as z from 'zod'
import { groupSettingValue } from '../group-setting.ts'
import type { UserGroupPermission } from '../permission-settings.ts'

/** The permission settings of a user group. */
export const userGroupPermissionFields = {
  can_add_members_group: groupSettingValue,
  can_join_group: groupSettingValue,
  can_leave_group: groupSettingValue,
  can_manage_group: groupSettingValue,
  can_mention_group: groupSettingValue,
  can_remove_members_group: groupSettingValue,
} as const satisfies Record<UserGroupPermission, typeof groupSettingValue>

/** A named or system group (schemas: "UserGroup"). */
export const userGroup = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** UNIX seconds. */
  date_created: z.int().nullable(),
  creator_id: z.int().nullable(),
  /** Direct members, deactivated users left out. */
  members: z.array(z.int()),
  direct_subgroup_ids: z.array(z.int()),
  is_system_group: z.boolean(),
  ...userGroupPermissionFields,
  deactivated: z.boolean(),
})

export type UserGroup = z.output<typeof userGroup>
