import sql from 'sql-template-tag'
import type { GroupSettingValue } from '../contract/group-setting.ts'
import type { OrganizationPermission } from '../contract/permission-settings.ts'
import type { Queryable } from '../database/database.ts'
import type { Organization } from '../generated/prisma/client.ts'
import { readGroupSettings } from '../groups/setting-values.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'

/** Ids of the groups that hold an organization's permissions. */
export type OrganizationPermissionGroups = Readonly<Record<OrganizationPermission, number>>

/** An organization with all that belongs to it alone. */
export interface WholeOrganization
  extends Omit<Organization, 'lastEventId' | 'userDefaults' | 'uploadSpaceUsed' | 'linkifiersVersion'> {
  readonly permissionGroups: OrganizationPermissionGroups
}

/** Reads an organization and its permissions in one query. */
export async function readOrganization(db: Queryable, organizationId: number): Promise<WholeOrganization> {
  const [row] = await db.query<WholeOrganization>(sql`
    SELECT o.id, o.uuid, o.subdomain, o.name, o.description, o.rendered_description, o.date_created,
      o.is_active, o.settings, o.disabled_sign_in_methods, o.icon_file, o.logo_file, o.night_logo_file,
      (SELECT json_object_agg(p.setting, p.group_id) FROM organization_permission p
        WHERE p.organization_id = o.id) AS permission_groups
    FROM organization o WHERE o.id = ${organizationId}`)
  if (!row) throw new Error(`Organization ${organizationId} is gone.`)
  return row
}

/** The values of an organization's permissions by their names; one query at most. */
export async function permissionValues(
  db: Queryable,
  systemGroups: SystemGroupIds,
  groups: OrganizationPermissionGroups,
): Promise<Record<OrganizationPermission, GroupSettingValue>> {
  const settingOf = await readGroupSettings(db, systemGroups, Object.values(groups))
  const entries = Object.entries(groups).map(([name, groupId]) => [name, settingOf(groupId)])
  return Object.fromEntries(entries) // fromEntries() forgets the keys that the return type spells out
}
