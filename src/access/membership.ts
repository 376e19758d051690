import sql, { type Sql } from 'sql-template-tag'
import { organizationSettings } from '../contract/organization-settings.ts'
import { roles } from '../contract/roles.ts'
import type { Queryable } from '../database/database.ts'

/*
 * Who is in which group, as permissions count it (reference: permissions, "System groups", "Group-setting
 * values"). Named and unnamed groups have members; a system group's follow from role and age of the
 * account. A group holds its subgroups' members, too. Deactivated groups hold nobody, wherever they
 * stand, and deactivated users are in no group.
 */

const DAY = 86_400_000

/** Whether an account is old enough, in whole days, for a member to count as a full member. */
export function isPastWaitingPeriod(
  dateJoined: Date,
  organizationSettingsStored: unknown,
  now = new Date(),
): boolean {
  const { waitingPeriodThreshold } = organizationSettings(organizationSettingsStored)
  return Math.floor((now.getTime() - dateJoined.getTime()) / DAY) >= waitingPeriodThreshold
}

/** Name of the one system group that the user `u` of the organization `o` is a direct member of. */
export const directSystemGroup = sql`CASE
  WHEN u.role = ${roles.owner} THEN 'role:owners'
  WHEN u.role = ${roles.administrator} THEN 'role:administrators'
  WHEN u.role = ${roles.moderator} THEN 'role:moderators'
  WHEN u.role = ${roles.guest} THEN 'role:everyone'
  WHEN floor(extract(epoch FROM now() - u.date_joined) / 86400)
    >= coalesce((o.settings ->> 'waitingPeriodThreshold')::int, 0) THEN 'role:fullmembers'
  ELSE 'role:members' END`

/**
 * The groups that one active user is in, as a query with the column `group_id`.
 *
 * @param systemGroupIds those of them that are system groups
 */
export function groupsHolding(userId: number, systemGroupIds: readonly number[]): Sql {
  return sql`
    WITH RECURSIVE containing(group_id) AS (
      SELECT g.id FROM user_group_member m JOIN user_group g ON g.id = m.group_id
      WHERE m.user_id = ${userId} AND g.kind <> 'system' AND NOT g.deactivated
      UNION SELECT unnest(${systemGroupIds}::int[])
      UNION
      SELECT g.id FROM containing
        JOIN user_group_subgroup nested ON nested.subgroup_id = containing.group_id
        JOIN user_group g ON g.id = nested.supergroup_id AND NOT g.deactivated
    )
    SELECT group_id FROM containing`
}

/** All groups that one active user is in; see {@link groupsHolding}. */
export async function groupsOfUser(
  db: Queryable,
  userId: number,
  systemGroupIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db.query<{ groupId: number }>(groupsHolding(userId, systemGroupIds))
  return new Set(rows.map((row) => row.groupId))
}

/**
 * The active users in each of many groups, as a query with the columns `asked` and `user_id`.
 *
 * @param asked a query with the columns `asked`, a key of the asker's own, and `group_id`
 */
export function usersIn(asked: Sql): Sql {
  return sql`
    WITH RECURSIVE inside(asked, group_id) AS (
      SELECT given.asked, g.id FROM (${asked}) given
        JOIN user_group g ON g.id = given.group_id AND NOT g.deactivated
      UNION
      SELECT inside.asked, g.id FROM inside
        JOIN user_group_subgroup nested ON nested.supergroup_id = inside.group_id
        JOIN user_group g ON g.id = nested.subgroup_id AND NOT g.deactivated
    )
    SELECT inside.asked, u.id AS user_id FROM inside
      JOIN user_group g ON g.id = inside.group_id AND g.kind <> 'system'
      JOIN user_group_member m ON m.group_id = g.id
      JOIN "user" u ON u.id = m.user_id AND u.is_active
    UNION
    SELECT inside.asked, u.id FROM inside
      JOIN user_group g ON g.id = inside.group_id AND g.kind = 'system'
      JOIN organization o ON o.id = g.organization_id
      JOIN "user" u ON u.organization_id = o.id AND u.is_active AND g.name = ${directSystemGroup}`
}

/** The active users in each of many groups, ascending; groups without any are missing. */
export async function membersOfGroups(
  db: Queryable,
  groupIds: readonly number[],
): Promise<Map<number, number[]>> {
  const asked = sql`SELECT id AS asked, id AS group_id FROM unnest(${groupIds}::int[]) AS id`
  const rows = await db.query<{ asked: number; userIds: number[] }>(sql`
    SELECT found.asked, array_agg(found.user_id ORDER BY found.user_id) AS user_ids
    FROM (${usersIn(asked)}) found GROUP BY found.asked`)
  return new Map(rows.map((row) => [row.asked, row.userIds]))
}
