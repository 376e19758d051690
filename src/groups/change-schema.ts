import type { GroupSettingValue } from '../contract/group-setting.ts'
import { type UserGroupPermission, userGroupPermissionSettings } from '../contract/permission-settings.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { changeGroup } from './change-group.ts'
import { changeMembers } from './change-members.ts'
import { createGroup } from './create-group.ts'
import { deactivateGroup } from './deactivate-group.ts'
import { groupPermissionField, UserGroupType } from './group-type.ts'
import { groupPermissions } from './permission-columns.ts'
import { GroupSettingChangeInput, settingChange } from './setting-change-input.ts'

/** The permissions that an input gives, turned into what an action takes. */
function given<Input, Value>(
  input: object,
  turn: (value: Input) => Value | undefined,
): Partial<Record<UserGroupPermission, Value>> {
  const entries = groupPermissions.flatMap((permission) => {
    // The fields are made from the same list, which their type does not spell out.
    const value = (input as Record<string, Input | null | undefined>)[groupPermissionField(permission)]
    return value === undefined || value === null ? [] : [[permission, turn(value)] as const]
  })
  return Object.fromEntries(entries) as Partial<Record<UserGroupPermission, Value>> // By permission.
}

interface UserGroupPayload {
  readonly userGroup: UserGroup
}

/** What every mutation of a group returns. */
const payload = (name: string, description: string) =>
  builder.objectRef<UserGroupPayload>(name).implement({
    description,
    fields: (t) => ({
      userGroup: t.field({
        type: UserGroupType,
        description: 'The group.',
        resolve: ({ userGroup }) => userGroup,
      }),
    }),
  })

const CreateUserGroupInput = builder.inputType('CreateUserGroupInput', {
  description: 'A new user group.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    name: t.string({ required: true, description: 'Unique; at most 100 characters.' }),
    description: t.string({ required: false, description: 'What it is for.' }),
    memberDatabaseIds: t.intList({ required: false, description: 'Ids of its first members.' }),
    subgroupDatabaseIds: t.intList({ required: false, description: 'Ids of the first groups inside it.' }),
    ...Object.fromEntries(
      groupPermissions.map((permission) => [
        groupPermissionField(permission),
        t.field({
          type: 'GroupSetting',
          required: false,
          description: `Who may ${userGroupPermissionSettings[permission].may}.`,
        }),
      ]),
    ),
  }),
})

const CreateUserGroupPayload = payload('CreateUserGroupPayload', 'The group that was made.')

builder.mutationField('createUserGroup', (t) =>
  t.field({
    type: CreateUserGroupPayload,
    description: 'Creates a user group. Errors: BAD_REQUEST, SYSTEM_GROUP_REQUIRED.',
    args: { input: t.arg({ type: CreateUserGroupInput, required: true, description: 'The group.' }) },
    resolve: async (_, { input }, context) => ({
      userGroup: await createGroup(writing(context, 'createUserGroup', input), {
        name: input.name,
        description: input.description ?? '',
        memberIds: input.memberDatabaseIds ?? [],
        subgroupIds: input.subgroupDatabaseIds ?? [],
        permissions: given(input, (value: GroupSettingValue) => value),
      }),
    }),
  }),
)

const UpdateUserGroupInput = builder.inputType('UpdateUserGroupInput', {
  description: 'What is to change about a user group; whatever is left out stays.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The group’s id.' }),
    name: t.string({ required: false, description: 'Unique; at most 100 characters.' }),
    description: t.string({ required: false, description: 'What it is for.' }),
    isDeactivated: t.boolean({
      required: false,
      description: 'False reactivates it. True changes nothing: see deactivateUserGroup.',
    }),
    ...Object.fromEntries(
      groupPermissions.map((permission) => [
        groupPermissionField(permission),
        t.field({
          type: GroupSettingChangeInput,
          required: false,
          description: `Who may ${userGroupPermissionSettings[permission].may}.`,
        }),
      ]),
    ),
  }),
})

const UpdateUserGroupPayload = payload('UpdateUserGroupPayload', 'The group as it is now.')

builder.mutationField('updateUserGroup', (t) =>
  t.field({
    type: UpdateUserGroupPayload,
    description:
      'Changes a user group, a deactivated one too, or reactivates it. Errors: BAD_REQUEST, EXPECTATION_MISMATCH, SYSTEM_GROUP_REQUIRED.',
    args: { input: t.arg({ type: UpdateUserGroupInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input }, context) => ({
      userGroup: await changeGroup(writing(context, 'updateUserGroup', input), {
        groupId: input.databaseId,
        name: input.name ?? undefined,
        description: input.description ?? undefined,
        deactivated: input.isDeactivated ?? undefined,
        permissions: given(input, settingChange),
      }),
    }),
  }),
)

const DeactivateUserGroupInput = builder.inputType('DeactivateUserGroupInput', {
  description: 'A user group that is to count for nothing.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The group’s id.' }),
  }),
})

const DeactivateUserGroupPayload = payload('DeactivateUserGroupPayload', 'The group that was deactivated.')

builder.mutationField('deactivateUserGroup', (t) =>
  t.field({
    type: DeactivateUserGroupPayload,
    description:
      'Deactivates a user group that nothing uses. Errors: BAD_REQUEST, CANNOT_DEACTIVATE_GROUP_IN_USE with `objections`.',
    args: { input: t.arg({ type: DeactivateUserGroupInput, required: true, description: 'Which.' }) },
    resolve: async (_, { input }, context) => ({
      userGroup: await deactivateGroup(writing(context, 'deactivateUserGroup', input), input.databaseId),
    }),
  }),
)

const ChangeUserGroupMembersInput = builder.inputType('ChangeUserGroupMembersInput', {
  description: 'Who is to come into a user group and who is to leave it; all or nothing.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The group’s id.' }),
    addUserDatabaseIds: t.intList({ required: false, description: 'Users who are to become members.' }),
    removeUserDatabaseIds: t.intList({ required: false, description: 'Members who are to leave.' }),
    addSubgroupDatabaseIds: t.intList({
      required: false,
      description: 'Groups that are to become part of it.',
    }),
    removeSubgroupDatabaseIds: t.intList({ required: false, description: 'Subgroups that are to leave.' }),
  }),
})

const ChangeUserGroupMembersPayload = payload('ChangeUserGroupMembersPayload', 'The group as it is now.')

builder.mutationField('changeUserGroupMembers', (t) =>
  t.field({
    type: ChangeUserGroupMembersPayload,
    description:
      'Adds and removes members and subgroups, of a deactivated group too. One joins and leaves by one’s own id. Errors: BAD_REQUEST.',
    args: {
      input: t.arg({ type: ChangeUserGroupMembersInput, required: true, description: 'The group, and who.' }),
    },
    resolve: async (_, { input }, context) => ({
      userGroup: await changeMembers(writing(context, 'changeUserGroupMembers', input), {
        groupId: input.databaseId,
        add: input.addUserDatabaseIds ?? [],
        remove: input.removeUserDatabaseIds ?? [],
        addSubgroups: input.addSubgroupDatabaseIds ?? [],
        removeSubgroups: input.removeSubgroupDatabaseIds ?? [],
      }),
    }),
  }),
)
