import sql, { empty, type Sql } from 'sql-template-tag'
import { may, type Rule } from '../access/rules.ts'
import { badRequest } from '../contract/coded-error.ts'
import { isDatabaseId } from '../contract/database-id.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'

/**
 * The one answer for groups that do not exist, and for those that have no name.
 *
 * @param id where the request names several
 */
export const invalidGroup = (id?: number) =>
  badRequest(id === undefined ? 'Invalid user group' : `Invalid user group ID: ${id}`)

/**
 * Groups with a name of an organization: system groups, and those that people made.
 *
 * @param where a condition on `g`
 * @param end what follows the conditions: an order, a lock
 */
export function listGroups(
  db: Queryable,
  organizationId: number,
  where: Sql,
  end: Sql = empty,
): Promise<UserGroup[]> {
  return db.query<UserGroup>(sql`
    SELECT g.* FROM user_group g
    WHERE g.organization_id = ${organizationId} AND g.kind <> 'anonymous' AND ${where} ${end}`)
}

/**
 * A group with a name, deactivated or not. Everybody in the organization may know of it.
 *
 * @throws CodedError BAD_REQUEST when there is none
 */
export async function accessGroup(
  db: Queryable,
  organizationId: number,
  groupId: number,
): Promise<UserGroup> {
  const [group] = await listGroups(db, organizationId, sql`g.id = ${groupId}`)
  if (!group) throw invalidGroup()
  return group
}

/**
 * Locks groups against changes and deactivation, by ascending id. System groups, which nobody changes,
 * are found and not locked.
 *
 * @returns those that exist, by id
 */
export async function lockGroups(
  tx: Transaction,
  organizationId: number,
  groupIds: readonly number[],
): Promise<Map<number, UserGroup>> {
  const ids = groupIds.filter(isDatabaseId)
  const locked = await listGroups(
    tx,
    organizationId,
    sql`g.id = ANY(${ids}::int[]) AND g.kind = 'named'`,
    sql`ORDER BY g.id FOR NO KEY UPDATE`,
  )
  const found = new Map(locked.map((group) => [group.id, group]))
  const others = ids.filter((id) => !found.has(id))
  if (others.length === 0) return found
  const system = sql`g.id = ANY(${others}::int[]) AND g.kind = 'system'`
  for (const group of await listGroups(tx, organizationId, system)) found.set(group.id, group)
  return found
}

/**
 * Refuses unless the rule allows the viewer to act on the group.
 *
 * @param context with permissions read through the transaction
 * @throws CodedError BAD_REQUEST
 */
export async function requireOver(
  { permissions }: Pick<ViewerContext, 'permissions'>,
  rules: readonly Rule[],
  group: UserGroup,
): Promise<void> {
  for (const rule of rules)
    if (!(await may(permissions, rule, { group }))) throw badRequest('Insufficient permission')
}
