import sql from 'sql-template-tag'
import type { RegisterRealmUserGroups } from '../contract/shapes/register-realm-user-groups.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import { wireGroups } from './wire.ts'

/**
 * System groups and named ones with their direct members; deactivated ones only with
 * include_deactivated_groups (register-response: `realm_user_groups`). Two queries.
 */
export const groupShare: SnapshotShare = {
  gate: 'realm_user_groups',
  async read({ tx, core, viewer, presentation }): Promise<RegisterRealmUserGroups> {
    const { organizationId } = viewer
    const systemGroups = await core.systemGroups.of(tx, organizationId)
    const where = sql`(NOT g.deactivated OR ${presentation.capabilities.include_deactivated_groups})`
    return { realm_user_groups: await wireGroups(tx, organizationId, systemGroups, where) }
  },
}
