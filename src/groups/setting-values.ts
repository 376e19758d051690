import sql from 'sql-template-tag'
import { canonicalGroupSetting, type GroupSettingValue } from '../contract/group-setting.ts'
import type { Queryable } from '../database/database.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

/** The values of permission settings, by the id of the group in which each is kept. */
export type GroupSettingReader = (groupId: number) => GroupSettingValue

/**
 * Reads the groups in which permission settings are kept as clients are told them: a system group
 * or a named one by its id, an unnamed one by its active users and its groups. At most one query.
 */
export async function readGroupSettings(
  db: Queryable,
  systemGroups: SystemGroupIds,
  groupIds: Iterable<number>,
): Promise<GroupSettingReader> {
  const asked = [...new Set(groupIds)].filter((id) => !systemGroups.nameOf.has(id))
  if (asked.length === 0) return (groupId) => groupId
  const rows = await db.query<{ id: number; members: number[]; subgroups: number[] }>(sql`
    SELECT g.id,
      array(SELECT m.user_id FROM user_group_member m JOIN "user" u ON u.id = m.user_id
        WHERE m.group_id = g.id AND u.is_active) AS members,
      array(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.supergroup_id = g.id) AS subgroups
    FROM user_group g WHERE g.id = ANY(${asked}::int[]) AND g.kind = 'anonymous'`)
  const nobody = systemGroups.idOf['role:nobody']
  const values = new Map(
    rows.map(({ id, members, subgroups }) => [
      id,
      canonicalGroupSetting({ direct_members: members, direct_subgroups: subgroups }, nobody),
    ]),
  )
  return (groupId) => values.get(groupId) ?? groupId
}
