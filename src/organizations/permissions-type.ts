import type { GroupSettingValue } from '../contract/group-setting.ts'
import {
  type OrganizationPermission,
  organizationPermissionSettings,
} from '../contract/permission-settings.ts'
import { builder } from '../graphql/builder.ts'

/** `can_create_groups` is the field `canCreateGroups`. */
export function permissionField(permission: OrganizationPermission): string {
  return permission.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export const OrganizationPermissionsType = builder
  .objectRef<Readonly<Record<OrganizationPermission, GroupSettingValue>>>('OrganizationPermissions')
  .implement({
    description: 'Who may do what in the whole organization.',
    fields: (t) => {
      // keys() widens to string.
      const permissions = Object.keys(organizationPermissionSettings) as OrganizationPermission[]
      return Object.fromEntries(
        permissions.map((permission) => [
          permissionField(permission),
          t.field({
            type: 'GroupSetting',
            description: `Who may ${organizationPermissionSettings[permission].may}.`,
            resolve: (values) => values[permission],
          }),
        ]),
      )
    },
  })
