import sql, { join, raw } from 'sql-template-tag'
import { channelPermissionColumns } from '../channels/permission-columns.ts'
import type { Queryable } from '../database/database.ts'
import { groupPermissionColumn, groupPermissions } from './permission-columns.ts'

/** One place where a group is in use, in the wire's form (errors: "`objections` items"). */
export type GroupUse =
  | { readonly type: 'subgroup'; readonly supergroup_ids: readonly number[] }
  | { readonly type: 'channel'; readonly channel_id: number; readonly settings: readonly string[] }
  | { readonly type: 'user_group'; readonly group_id: number; readonly settings: readonly string[] }
  | { readonly type: 'realm'; readonly settings: readonly string[] }

interface Used {
  supergroupIds: number[]
  channels: { id: number; setting: string }[]
  groups: { id: number; setting: string }[]
  organization: string[]
}

const snakeCase = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Rows of a table's alias with one line for each setting: the setting's name and its group. */
function settingsOf(alias: string, columns: readonly (readonly [string, string])[]) {
  const lines = columns.map(([setting, column]) => sql`(${setting}, ${raw(`${alias}.${snakeCase(column)}`)})`)
  return sql`(VALUES ${join(lines)}) AS used(setting, group_id)`
}

const channelSettings = settingsOf('c', channelPermissionColumns)
const groupSettings = settingsOf(
  'g',
  groupPermissions.map((permission) => [permission, groupPermissionColumn[permission]]),
)

/**
 * Where a group is in use: in other groups and in settings, as their value or inside an unnamed one.
 * Archived channels and deactivated groups do not count. One query.
 */
export async function usesOfGroup(
  db: Queryable,
  organizationId: number,
  groupId: number,
): Promise<GroupUse[]> {
  const [used] = await db.query<Used>(sql`
    WITH keeper AS (
      SELECT ${groupId}::int AS id
      UNION
      SELECT g.id FROM user_group_subgroup s JOIN user_group g ON g.id = s.supergroup_id
      WHERE s.subgroup_id = ${groupId} AND g.kind = 'anonymous'
    )
    SELECT
      array(SELECT g.id FROM user_group_subgroup s JOIN user_group g ON g.id = s.supergroup_id
        WHERE s.subgroup_id = ${groupId} AND g.kind = 'named' AND NOT g.deactivated
        ORDER BY g.id) AS supergroup_ids,
      (SELECT coalesce(json_agg(json_build_object('id', c.id, 'setting', used.setting)
          ORDER BY c.id, used.setting), '[]')
        FROM channel c CROSS JOIN LATERAL ${channelSettings}
        WHERE c.organization_id = ${organizationId} AND NOT c.is_archived
          AND used.group_id IN (SELECT id FROM keeper)) AS channels,
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'setting', used.setting)
          ORDER BY g.id, used.setting), '[]')
        FROM user_group g CROSS JOIN LATERAL ${groupSettings}
        WHERE g.organization_id = ${organizationId} AND g.kind = 'named' AND NOT g.deactivated
          AND used.group_id IN (SELECT id FROM keeper)) AS groups,
      array(SELECT p.setting FROM organization_permission p
        WHERE p.organization_id = ${organizationId} AND p.group_id IN (SELECT id FROM keeper)
        ORDER BY p.setting) AS organization`)
  if (!used) throw new Error('A query without conditions returned nothing.')
  const uses: GroupUse[] = []
  if (used.supergroupIds.length > 0) uses.push({ type: 'subgroup', supergroup_ids: used.supergroupIds })
  for (const [channel_id, settings] of byId(used.channels)) {
    uses.push({ type: 'channel', channel_id, settings })
  }
  for (const [group_id, settings] of byId(used.groups)) uses.push({ type: 'user_group', group_id, settings })
  if (used.organization.length > 0) uses.push({ type: 'realm', settings: used.organization })
  return uses
}

function byId(rows: readonly { id: number; setting: string }[]): Map<number, string[]> {
  const settings = new Map<number, string[]>()
  for (const { id, setting } of rows) settings.set(id, [...(settings.get(id) ?? []), setting])
  return settings
}
