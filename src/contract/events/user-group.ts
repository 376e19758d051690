import * as z from 'zod'
import { userGroup, userGroupPermissionFields } from '../shapes/user-group.ts'
import { deliveredKind, eventKind, eventKindInTwoForms } from './event-kind.ts'

/** A group was created. */
export const userGroupAdd = eventKindInTwoForms(
  'user_group',
  {
    op: z.literal('add'),
    group: userGroup,
    /** The group was reactivated: only for clients without include_deactivated_groups. */
    reactivated: z.literal(true).optional(),
  },
  { op: z.literal('add'), group: userGroup },
)

/** What can change about a group; only what did is present. */
export const userGroupChanges = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    ...userGroupPermissionFields,
    deactivated: z.boolean(),
  })
  .partial()

export type UserGroupChanges = z.output<typeof userGroupChanges>

const update = { op: z.literal('update'), group_id: z.int(), data: userGroupChanges }

/**
 * A property of a group changed. Clients without include_deactivated_groups get a removal for
 * `deactivated: true`, nothing for `deactivated: false` (an addition marked `reactivated` goes beside
 * it in the log), and nothing when a deactivated group is renamed.
 */
export const userGroupUpdate = eventKindInTwoForms(
  'user_group',
  {
    ...update,
    /** The group was deactivated before this change. */
    of_deactivated_group: z.literal(true).optional(),
  },
  update,
)

/** A group was deactivated, for clients without include_deactivated_groups. */
export const userGroupRemove = deliveredKind('user_group', { op: z.literal('remove'), group_id: z.int() })

/** Users joined a group. */
export const userGroupAddMembers = eventKind('user_group', {
  op: z.literal('add_members'),
  group_id: z.int(),
  user_ids: z.array(z.int()),
})

/** Users left a group. */
export const userGroupRemoveMembers = eventKind('user_group', {
  op: z.literal('remove_members'),
  group_id: z.int(),
  user_ids: z.array(z.int()),
})

/** Groups became part of a group. */
export const userGroupAddSubgroups = eventKind('user_group', {
  op: z.literal('add_subgroups'),
  group_id: z.int(),
  direct_subgroup_ids: z.array(z.int()),
})

/** Groups are no longer part of a group. */
export const userGroupRemoveSubgroups = eventKind('user_group', {
  op: z.literal('remove_subgroups'),
  group_id: z.int(),
  direct_subgroup_ids: z.array(z.int()),
})
