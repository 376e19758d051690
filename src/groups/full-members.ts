import sql from 'sql-template-tag'
import { directSystemGroup } from '../access/membership.ts'
import { roles } from '../contract/roles.ts'
import type { Core } from '../core.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

interface Moved {
  readonly userId: number
  readonly isActive: boolean
  readonly isFull: boolean
}

/**
 * Puts every member into the one of role:members and role:fullmembers that the account's age calls for,
 * and tells everyone of those who moved.
 *
 * @returns how many active users did
 */
export async function placeFullMembers(
  tx: WriteTransaction,
  organizationId: number,
  { idOf }: SystemGroupIds,
): Promise<number> {
  const [members, full] = [idOf['role:members'], idOf['role:fullmembers']]
  const moved = await tx.query<Moved>(sql`
    WITH due AS (
      SELECT u.id, u.is_active, ${directSystemGroup} = 'role:fullmembers' AS is_full
      FROM "user" u JOIN organization o ON o.id = u.organization_id
      WHERE o.id = ${organizationId} AND u.role = ${roles.member}
    ), moved AS (
      UPDATE user_group_member place SET group_id = CASE WHEN due.is_full THEN ${full}::int ELSE ${members}::int END
      FROM due
      WHERE place.user_id = due.id AND place.group_id = CASE WHEN due.is_full THEN ${members}::int ELSE ${full}::int END
      RETURNING due.id AS user_id, due.is_active, due.is_full
    )
    SELECT * FROM moved ORDER BY user_id`)
  for (const isFull of [true, false]) {
    const user_ids = moved
      .filter((user) => user.isActive && user.isFull === isFull)
      .map(({ userId }) => userId)
    if (user_ids.length === 0) continue
    const [from, to] = isFull ? [members, full] : [full, members]
    tx.announce({
      payload: { type: 'user_group', op: 'remove_members', group_id: from, user_ids },
      audience: 'everyone',
    })
    tx.announce({
      payload: { type: 'user_group', op: 'add_members', group_id: to, user_ids },
      audience: 'everyone',
    })
  }
  return moved.filter(({ isActive }) => isActive).length
}

/**
 * The same for every organization where the time has come for somebody. Permissions do not wait for it:
 * they go by the age itself. Several nodes may do it at the same time.
 *
 * @returns how many users moved
 */
export async function promoteFullMembers(
  core: Pick<Core, 'db' | 'hub' | 'wakeUps' | 'systemGroups'>,
): Promise<number> {
  const due = await core.db.query<{ id: number }>(sql`
    SELECT DISTINCT o.id FROM organization o
      JOIN user_group g ON g.organization_id = o.id AND g.name IN ('role:members', 'role:fullmembers')
      JOIN user_group_member m ON m.group_id = g.id
      JOIN "user" u ON u.id = m.user_id AND u.role = ${roles.member}
    WHERE o.is_active AND ${directSystemGroup} <> g.name ORDER BY o.id`)
  let count = 0
  for (const { id } of due) {
    const systemGroups = await core.systemGroups.of(core.db, id)
    count += await transact(core, id, (tx) => placeFullMembers(tx, id, systemGroups))
  }
  return count
}
