import sql from 'sql-template-tag'
import {
  type OrganizationPermission,
  organizationPermissionSettings,
} from '../contract/permission-settings.ts'
import type { Transaction } from '../database/database.ts'
import { type ChangedSetting, changeGroupSettings } from '../groups/change-settings.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import type { OrganizationUpdate } from './checked-update.ts'

/**
 * Changes who holds permissions in the whole organization.
 *
 * @returns what changed, in the order of the update
 * @throws CodedError EXPECTATION_MISMATCH, SYSTEM_GROUP_REQUIRED, BAD_REQUEST
 */
export async function changePermissions(
  tx: Transaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  wanted: OrganizationUpdate['permissions'],
): Promise<ReadonlyMap<OrganizationPermission, ChangedSetting>> {
  const names = Object.keys(wanted) as OrganizationPermission[] // keys() widens to string
  if (names.length === 0) return new Map()
  const rows = await tx.query<{ setting: OrganizationPermission; groupId: number }>(sql`
    SELECT setting, group_id FROM organization_permission
    WHERE organization_id = ${organizationId} AND setting = ANY(${names}::text[]) ORDER BY setting FOR UPDATE`)
  const keepers = new Map(rows.map(({ setting, groupId }) => [setting, groupId]))
  const changes = names.flatMap((name) => {
    const change = wanted[name]
    const keeperId = keepers.get(name)
    if (!change || keeperId === undefined) return []
    return [{ name, setting: organizationPermissionSettings[name], keeperId, change }]
  })
  const changed = await changeGroupSettings(tx, organizationId, systemGroups, changes)
  if (changed.size > 0) {
    const kept = [...changed].map(([setting, { keeperId }]) => ({ setting, group_id: keeperId }))
    await tx.query(sql`
      UPDATE organization_permission SET group_id = kept.group_id
      FROM json_to_recordset(${JSON.stringify(kept)}::json) AS kept(setting text, group_id int)
      WHERE organization_permission.organization_id = ${organizationId}
        AND organization_permission.setting = kept.setting`)
  }
  return changed
}
