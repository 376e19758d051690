import type { GroupSettingValueUpdate } from '../contract/group-setting.ts'
import {
  changeableSettings,
  type OrganizationSettings,
  organizationSettingTable,
} from '../contract/organization-settings.ts'
import {
  type OrganizationPermission,
  organizationPermissionSettings,
} from '../contract/permission-settings.ts'
import { builder } from '../graphql/builder.ts'
import { settingsInputType } from '../graphql/setting-fields.ts'
import { GroupSettingChangeInput, settingChange } from '../groups/setting-change-input.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { organizationPayload } from './organization-payload.ts'
import { SignInMethodType } from './organization-type.ts'
import { permissionField } from './permissions-type.ts'
import { updateOrganization } from './update-organization.ts'

const permissions = Object.keys(organizationPermissionSettings) as OrganizationPermission[] // keys() widens to string

const OrganizationSettingsInput = settingsInputType(
  'OrganizationSettingsInput',
  'Organization',
  'New settings of an organization. What is left out stays; null is a value where the setting can be null.',
  organizationSettingTable,
  changeableSettings,
)

const OrganizationPermissionsInput = builder.inputType('OrganizationPermissionsInput', {
  description: 'New holders of permissions in the whole organization. What is left out stays.',
  fields: (t) =>
    Object.fromEntries(
      permissions.map((permission) => [
        permissionField(permission),
        t.field({
          type: GroupSettingChangeInput,
          required: false,
          description: `Who may ${organizationPermissionSettings[permission].may}.`,
        }),
      ]),
    ),
})

const SignInMethodChangeInput = builder.inputType('SignInMethodChangeInput', {
  description: 'A way to get an API key, to be opened or closed.',
  fields: (t) => ({
    method: t.field({ type: SignInMethodType, required: true, description: 'The way.' }),
    enabled: t.boolean({ required: true, description: 'Whether it is open.' }),
  }),
})

const UpdateOrganizationInput = builder.inputType('UpdateOrganizationInput', {
  description: 'What is to be different about the organization. What is left out stays.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    name: t.string({ required: false, description: 'At most 40 characters.' }),
    description: t.string({ required: false, description: 'Markdown; at most 1000 characters.' }),
    settings: t.field({
      type: OrganizationSettingsInput,
      required: false,
      description: 'How things work in it.',
    }),
    signInMethods: t.field({
      type: [SignInMethodChangeInput],
      required: false,
      description: 'Ways to get an API key that are to be open or closed. At least one stays open.',
    }),
    permissions: t.field({
      type: OrganizationPermissionsInput,
      required: false,
      description: 'Who may do what in all of it.',
    }),
  }),
})

const UpdateOrganizationPayload = organizationPayload('UpdateOrganizationPayload')

builder.mutationField('updateOrganization', (t) =>
  t.field({
    type: UpdateOrganizationPayload,
    description:
      'Changes the organization; for administrators, and in parts for owners only. All or nothing. Errors: UNAUTHORIZED_PRINCIPAL, ' +
      'EXPECTATION_MISMATCH when a permission has another holder than `old`, SYSTEM_GROUP_REQUIRED, BAD_REQUEST for wrong values.',
    args: { input: t.arg({ type: UpdateOrganizationInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input }, context) => {
      await updateOrganization(writing(context, 'updateOrganization', input), {
        name: input.name ?? undefined,
        description: input.description ?? undefined,
        // The fields are made from the settings' own schemas, which the action checks again.
        settings: (input.settings ?? {}) as Partial<OrganizationSettings>,
        signInMethods: Object.fromEntries(
          (input.signInMethods ?? []).map(({ method, enabled }) => [method, enabled]),
        ),
        permissions: permissionChanges(input.permissions),
      })
      return {}
    },
  }),
)

function permissionChanges(given: typeof OrganizationPermissionsInput.$inferInput | null | undefined): {
  [Permission in OrganizationPermission]?: GroupSettingValueUpdate
} {
  // The fields are made from the same list, which their type does not spell out.
  const fields = (given ?? {}) as Record<
    string,
    typeof GroupSettingChangeInput.$inferInput | null | undefined
  >
  const changes = permissions.flatMap((permission) => {
    const change = settingChange(fields[permissionField(permission)])
    return change ? [[permission, change]] : []
  })
  return Object.fromEntries(changes)
}
