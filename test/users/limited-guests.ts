import sql from 'sql-template-tag'
import type { Cast } from '../support/cast.ts'
import type { TestServer } from '../support/server.ts'

/** Lets only members see everybody: the setting is written as it is stored, so that no queue hears of it. */
export async function limitGuests(server: TestServer, { organizationId }: Cast): Promise<void> {
  const { idOf } = await server.core.systemGroups.of(server.core.db, organizationId)
  await server.core.db.query(sql`
    UPDATE organization_permission SET group_id = ${idOf['role:members']}
    WHERE organization_id = ${organizationId} AND setting = 'can_access_all_users_group'`)
}
