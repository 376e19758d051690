import sql, { type Sql } from 'sql-template-tag'
import type { GroupSettingValue } from '../contract/group-setting.ts'
import type { UserGroupPermission } from '../contract/permission-settings.ts'
import type { UserGroup as WireGroup } from '../contract/shapes/user-group.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { Queryable } from '../database/database.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import { groupPermissionColumn, groupPermissions } from './permission-columns.ts'
import { readGroupSettings } from './setting-values.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

interface ReadGroup extends UserGroup {
  readonly members: number[]
  readonly subgroups: number[]
}

/**
 * Groups with a name as snapshots and events tell of them, by ascending id. At most two queries.
 *
 * @param where a condition on `g`
 */
export async function wireGroups(
  db: Queryable,
  organizationId: number,
  systemGroups: SystemGroupIds,
  where: Sql,
): Promise<WireGroup[]> {
  const groups = await db.query<ReadGroup>(sql`
    SELECT g.*,
      array(SELECT m.user_id FROM user_group_member m JOIN "user" u ON u.id = m.user_id
        WHERE m.group_id = g.id AND u.is_active ORDER BY m.user_id) AS members,
      array(SELECT s.subgroup_id FROM user_group_subgroup s
        WHERE s.supergroup_id = g.id ORDER BY s.subgroup_id) AS subgroups
    FROM user_group g
    WHERE g.organization_id = ${organizationId} AND g.kind <> 'anonymous' AND ${where} ORDER BY g.id`)
  const nobody = systemGroups.idOf['role:nobody']
  // Only unnamed groups, which are not told of, have no permissions of their own.
  const keeperOf = (group: UserGroup, permission: UserGroupPermission) =>
    group[groupPermissionColumn[permission]] ?? nobody
  const settingOf = await readGroupSettings(
    db,
    systemGroups,
    groups.flatMap((group) => groupPermissions.map((permission) => keeperOf(group, permission))),
  )
  return groups.map((group) => ({
    id: group.id,
    name: group.name ?? '',
    description: group.description,
    date_created: group.dateCreated && unixSeconds(group.dateCreated),
    creator_id: group.creatorId,
    members: group.members,
    direct_subgroup_ids: group.subgroups,
    is_system_group: group.kind === 'system',
    ...(Object.fromEntries(
      groupPermissions.map((permission) => [permission, settingOf(keeperOf(group, permission))]),
    ) as Record<UserGroupPermission, GroupSettingValue>), // One entry for each permission.
    deactivated: group.deactivated,
  }))
}
