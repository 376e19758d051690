import * as z from 'zod'
import {
  channelPermissionSettings,
  organizationPermissionSettings,
  type PermissionSetting,
  userGroupPermissionSettings,
} from '../permission-settings.ts'

/** How one permission setting may be set, as clients are told (schemas: "GroupPermissionSetting"). */
export const groupPermissionSetting = z.strictObject({
  require_system_group: z.boolean(),
  allow_internet_group: z.boolean(),
  allow_nobody_group: z.boolean(),
  allow_everyone_group: z.boolean(),
  default_group_name: z.string(),
  default_for_system_groups: z.string().nullable(),
  allowed_system_groups: z.array(z.string()),
})

export type GroupPermissionSetting = z.output<typeof groupPermissionSetting>

const settingsByName = z.record(z.string(), groupPermissionSetting)

/** All permission settings, by what they belong to. */
export const supportedPermissionSettings = z.strictObject({
  realm: settingsByName,
  stream: settingsByName,
  group: settingsByName,
})

/** The register field `server_supported_permission_settings`. */
export const serverSupportedPermissionSettings: z.output<typeof supportedPermissionSettings> = {
  realm: onTheWire(organizationPermissionSettings),
  stream: onTheWire(channelPermissionSettings),
  group: onTheWire(userGroupPermissionSettings),
}

function onTheWire(settings: Readonly<Record<string, PermissionSetting>>) {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, wireSetting(setting)]))
}

function wireSetting(setting: PermissionSetting): GroupPermissionSetting {
  return {
    require_system_group: setting.requireSystemGroup,
    allow_internet_group: setting.allowInternet,
    allow_nobody_group: setting.allowNobody,
    allow_everyone_group: setting.allowEveryone,
    default_group_name: setting.defaultGroup,
    default_for_system_groups: setting.defaultForSystemGroups,
    allowed_system_groups: [...setting.allowedSystemGroups],
  }
}
