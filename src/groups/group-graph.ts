import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import { invalidGroup } from './access.ts'

/**
 * Holds back everybody else who puts groups into groups of this organization: a circle can be closed
 * from two far ends at once, where no two transactions touch the same row. Taken before any row.
 */
export async function lockGraph(tx: Transaction, organizationId: number): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('parley group graph'), ${organizationId})`)
}

/**
 * Checks what is to become part of a group: it exists, is active, and doesn't contain the group.
 *
 * @param groupId of the group; null for one that is being made, which is in nothing
 * @param wanted ids, in the order of the request
 * @param found by id: locked, or system groups
 * @throws CodedError BAD_REQUEST
 */
export async function checkSubgroups(
  tx: Transaction,
  groupId: number | null,
  wanted: readonly number[],
  found: ReadonlyMap<number, UserGroup>,
): Promise<void> {
  if (wanted.length === 0) return
  for (const id of wanted) {
    const group = found.get(id)
    if (!group) throw invalidGroup(id)
    if (group.deactivated) throw badRequest(`User group is deactivated: ${id}`)
  }
  if (groupId === null) return
  const [circle] = await tx.query<{ id: number }>(sql`
    WITH RECURSIVE above(id) AS (
      SELECT ${groupId}::int
      UNION
      SELECT s.supergroup_id FROM above JOIN user_group_subgroup s ON s.subgroup_id = above.id
    )
    SELECT id FROM above WHERE id = ANY(${wanted}::int[]) ORDER BY id LIMIT 1`)
  if (circle)
    throw badRequest(`User group ${circle.id} contains this group: groups can't contain themselves.`)
}
