import sql, { type Sql } from 'sql-template-tag'
import { membersOfGroups, usersIn } from '../access/membership.ts'
import type { Queryable } from '../database/database.ts'
import type { UserGroup } from '../generated/prisma/client.ts'

/** The groups directly inside each of some groups, ascending. */
export async function directSubgroups(
  db: Queryable,
  groupIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db.query<{ groupId: number; ids: number[] }>(sql`
    SELECT supergroup_id AS group_id, array_agg(subgroup_id ORDER BY subgroup_id) AS ids
    FROM user_group_subgroup WHERE supergroup_id = ANY(${groupIds}::int[]) GROUP BY supergroup_id`)
  return new Map(rows.map((row) => [row.groupId, row.ids]))
}

/** The groups inside each of some groups, at any depth, ascending. */
export async function allSubgroups(
  db: Queryable,
  groupIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db.query<{ groupId: number; ids: number[] }>(sql`
    WITH RECURSIVE inside(asked, group_id) AS (
      SELECT supergroup_id, subgroup_id FROM user_group_subgroup WHERE supergroup_id = ANY(${groupIds}::int[])
      UNION
      SELECT inside.asked, nested.subgroup_id
      FROM inside JOIN user_group_subgroup nested ON nested.supergroup_id = inside.group_id
    )
    SELECT asked AS group_id, array_agg(group_id ORDER BY group_id) AS ids FROM inside GROUP BY asked`)
  return new Map(rows.map((row) => [row.groupId, row.ids]))
}

/** The active users directly in each of some groups, ascending. */
export async function directMembers(
  db: Queryable,
  groupIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db.query<{ groupId: number; ids: number[] }>(sql`
    SELECT m.group_id, array_agg(m.user_id ORDER BY m.user_id) AS ids
    FROM user_group_member m JOIN "user" u ON u.id = m.user_id AND u.is_active
    WHERE m.group_id = ANY(${groupIds}::int[]) GROUP BY m.group_id`)
  return new Map(rows.map((row) => [row.groupId, row.ids]))
}

/**
 * The active users in each of some groups, through subgroups too, ascending. Deactivated groups still
 * list theirs, though no permission counts them.
 */
export async function allMembers(
  db: Queryable,
  groups: readonly Pick<UserGroup, 'id' | 'deactivated'>[],
): Promise<Map<number, number[]>> {
  const members = await membersOfGroups(
    db,
    groups.filter(({ deactivated }) => !deactivated).map(({ id }) => id),
  )
  for (const { id, deactivated } of groups)
    if (deactivated) members.set(id, await membersOfDeactivated(db, id))
  return members
}

/** What {@link usersIn} is to start from for a group: itself, or the groups inside a deactivated one. */
function insideOf({ id, deactivated }: Pick<UserGroup, 'id' | 'deactivated'>): Sql {
  if (!deactivated) return sql`SELECT ${id}::int AS asked, ${id}::int AS group_id`
  return sql`
    SELECT supergroup_id AS asked, subgroup_id AS group_id FROM user_group_subgroup WHERE supergroup_id = ${id}`
}

async function membersOfDeactivated(db: Queryable, id: number): Promise<number[]> {
  const rows = await db.query<{ userId: number }>(sql`
    SELECT m.user_id FROM user_group_member m JOIN "user" u ON u.id = m.user_id AND u.is_active
    WHERE m.group_id = ${id}
    UNION SELECT user_id FROM (${usersIn(insideOf({ id, deactivated: true }))}) nested
    ORDER BY user_id`)
  return rows.map(({ userId }) => userId)
}

/** Whether an active user is in a group: directly, or through subgroups too. */
export async function isMember(
  db: Queryable,
  group: Pick<UserGroup, 'id' | 'deactivated'>,
  userId: number,
  directly: boolean,
): Promise<boolean> {
  const direct = sql`
    SELECT m.user_id FROM user_group_member m JOIN "user" u ON u.id = m.user_id AND u.is_active
    WHERE m.group_id = ${group.id} AND m.user_id = ${userId}`
  const through = sql`SELECT user_id FROM (${usersIn(insideOf(group))}) found WHERE user_id = ${userId}`
  const rows = await db.query(directly ? direct : sql`${direct} UNION ${through}`)
  return rows.length > 0
}
