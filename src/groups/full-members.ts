import sql from 'sql-template-tag'
import { directSystemGroup } from '../access/membership.ts'
import { roles } from '../contract/roles.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

/** Somebody who went from one of both groups to the other. */
export interface Moved {
  readonly userId: number
  readonly isActive: boolean
  readonly isFull: boolean
}

/**
 * Puts every member into the one of role:members and role:fullmembers that the account's age calls for,
 * and tells everyone of those who moved.
 *
 * @returns the active users who did
 */
export async function placeFullMembers(
  tx: WriteTransaction,
  organizationId: number,
  { idOf }: SystemGroupIds,
): Promise<Moved[]> {
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
  return moved.filter(({ isActive }) => isActive)
}
