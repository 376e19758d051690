import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Queryable } from '../database/database.ts'
import type { Audience } from '../events/log.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { visibleToGuest } from './access.ts'
import type { UserRow } from './user-row.ts'

/** Whether guests of the organization see only whom they have to do with. */
export async function guestsAreLimited(
  db: Queryable,
  organizationId: number,
  systemGroups: SystemGroupIds,
): Promise<boolean> {
  const [holder] = await db.query<{ groupId: number }>(sql`
    SELECT group_id FROM organization_permission
    WHERE organization_id = ${organizationId} AND setting = 'can_access_all_users_group'`)
  return holder?.groupId !== systemGroups.idOf['role:everyone']
}

/** Who hears of changes of a user: everybody who sees them (reference: "can see user"). */
export async function usersWhoSee(
  db: Queryable,
  systemGroups: SystemGroupIds,
  user: Pick<UserRow, 'id' | 'organizationId'>,
): Promise<Audience> {
  if (!(await guestsAreLimited(db, user.organizationId, systemGroups))) return 'everyone'
  const readers = await db.query<{ id: number }>(sql`
    SELECT reader.id FROM "user" u, "user" reader
    WHERE u.id = ${user.id} AND reader.organization_id = ${user.organizationId} AND reader.is_active
      AND (reader.role < ${roles.guest} OR ${visibleToGuest(sql`reader.id`)})
    ORDER BY reader.id`)
  return readers.map(({ id }) => id)
}

/** Active users of the organization who do not see a user, ascending: limited guests. */
export async function usersWhoDoNotSee(
  db: Queryable,
  systemGroups: SystemGroupIds,
  user: Pick<UserRow, 'id' | 'organizationId'>,
): Promise<number[]> {
  if (!(await guestsAreLimited(db, user.organizationId, systemGroups))) return []
  const readers = await db.query<{ id: number }>(sql`
    SELECT reader.id FROM "user" u, "user" reader
    WHERE u.id = ${user.id} AND reader.organization_id = ${user.organizationId} AND reader.is_active
      AND reader.role = ${roles.guest} AND NOT ${visibleToGuest(sql`reader.id`)}
    ORDER BY reader.id`)
  return readers.map(({ id }) => id)
}
