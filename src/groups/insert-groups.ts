import sql from 'sql-template-tag'
import { type SystemGroupName, systemGroups } from '../contract/system-groups.ts'
import type { Transaction } from '../database/database.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

/**
 * Makes an organization's eight system groups, nested as the reference says, with all their own
 * permissions held by nobody.
 */
export async function insertSystemGroups(tx: Transaction, organizationId: number): Promise<SystemGroupIds> {
  const rows = await tx.query<{ id: number; name: SystemGroupName }>(sql`
    INSERT INTO user_group (organization_id, kind, name, description)
    SELECT ${organizationId}, 'system', name, description
    FROM json_to_recordset(${JSON.stringify(systemGroups)}::json) AS given(name text, description text)
    RETURNING id, name`)
  const idOf = Object.fromEntries(rows.map((row) => [row.name, row.id])) as Record<SystemGroupName, number>
  const nesting = systemGroups.flatMap(({ name, subgroup }) =>
    subgroup ? [{ supergroup_id: idOf[name], subgroup_id: idOf[subgroup] }] : [],
  )
  await tx.query(sql`
    INSERT INTO user_group_subgroup (supergroup_id, subgroup_id)
    SELECT * FROM json_to_recordset(${JSON.stringify(nesting)}::json) AS given(supergroup_id int, subgroup_id int)`)
  const nobody = idOf['role:nobody']
  await tx.query(sql`
    UPDATE user_group SET can_add_members_group_id = ${nobody}, can_join_group_id = ${nobody},
      can_leave_group_id = ${nobody}, can_manage_group_id = ${nobody}, can_mention_group_id = ${nobody},
      can_remove_members_group_id = ${nobody}
    WHERE organization_id = ${organizationId} AND kind = 'system'`)
  return { idOf, nameOf: new Map(rows.map((row) => [row.id, row.name])) }
}

/** Makes the unnamed group of some users and groups: the value of one permission setting. */
export async function insertAnonymousGroup(
  tx: Transaction,
  organizationId: number,
  members: readonly number[],
  subgroups: readonly number[],
): Promise<number> {
  const [group] = await tx.query<{ id: number }>(sql`
    INSERT INTO user_group (organization_id, kind) VALUES (${organizationId}, 'anonymous') RETURNING id`)
  if (!group) throw new Error('An insert returned nothing.')
  await fillGroup(tx, group.id, members, subgroups)
  return group.id
}

/** Puts users and groups into a group that has none of them. */
export async function fillGroup(
  tx: Transaction,
  groupId: number,
  members: readonly number[],
  subgroups: readonly number[],
): Promise<void> {
  if (members.length > 0) {
    await tx.query(sql`
      INSERT INTO user_group_member (group_id, user_id) SELECT ${groupId}, unnest(${members}::int[])`)
  }
  if (subgroups.length > 0) {
    await tx.query(sql`
      INSERT INTO user_group_subgroup (supergroup_id, subgroup_id)
      SELECT ${groupId}, unnest(${subgroups}::int[])`)
  }
}
