import sql from 'sql-template-tag'
import { usersWhoSeeEach } from '../channels/audience.ts'
import { propertyEvent } from '../channels/channel-update-events.ts'
import { channelPermissionColumns } from '../channels/permission-columns.ts'
import type { Queryable } from '../database/database.ts'
import type { Audience } from '../events/log.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel, UserGroup } from '../generated/prisma/client.ts'
import { groupPermissionColumn, groupPermissions } from './permission-columns.ts'
import { readGroupSettings } from './setting-values.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

/** Ids of the groups with a name that have a user as a direct member, ascending. */
export async function groupsNaming(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    SELECT g.id FROM user_group_member m JOIN user_group g ON g.id = m.group_id
    WHERE m.user_id = ${userId} AND g.kind <> 'anonymous' ORDER BY g.id`)
  return rows.map(({ id }) => id)
}

/**
 * Tells of the permission settings that name a user directly, as their values read now: deactivated users
 * are left out of them (reference: permissions, "Group-setting values").
 *
 * @param audience who is told; of channels, those among them who see the channel
 */
export async function announceSettingsNaming(
  tx: WriteTransaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  userId: number,
  audience: Audience,
): Promise<void> {
  if (audience !== 'everyone' && audience.length === 0) return
  const keepers = await tx.query<{ id: number }>(sql`
    SELECT g.id FROM user_group_member m JOIN user_group g ON g.id = m.group_id
    WHERE m.user_id = ${userId} AND g.kind = 'anonymous' AND g.abandoned_at IS NULL ORDER BY g.id`)
  if (keepers.length === 0) return
  const ids = keepers.map(({ id }) => id)
  const settingOf = await readGroupSettings(tx, systemGroups, ids)
  const named = new Set(ids)

  const organization = await tx.query<{ setting: string; groupId: number }>(sql`
    SELECT setting, group_id FROM organization_permission
    WHERE organization_id = ${organizationId} AND group_id = ANY(${ids}::int[]) ORDER BY setting`)
  for (const { setting, groupId } of organization) {
    const data = { [setting]: settingOf(groupId) }
    tx.announce({ payload: { type: 'realm', op: 'update_dict', property: 'default', data }, audience })
  }

  const groups = await tx.query<UserGroup>(
    sql`SELECT * FROM user_group WHERE organization_id = ${organizationId} AND kind = 'named' ORDER BY id`,
  )
  for (const group of groups) {
    for (const permission of groupPermissions) {
      const keeper = group[groupPermissionColumn[permission]]
      if (keeper === null || !named.has(keeper)) continue
      const data = { [permission]: settingOf(keeper) }
      tx.announce({ payload: { type: 'user_group', op: 'update', group_id: group.id, data }, audience })
    }
  }

  const channels = await tx.query<Channel>(
    sql`SELECT * FROM channel WHERE organization_id = ${organizationId} ORDER BY id`,
  )
  const concerned = channels.filter((channel) =>
    channelPermissionColumns.some(([, column]) => named.has(channel[column])),
  )
  const seers = await usersWhoSeeEach(tx, concerned, 'metadata')
  const told = audience === 'everyone' ? null : new Set(audience)
  for (const channel of concerned) {
    const readers = (seers.get(channel.id) ?? []).filter((id) => told === null || told.has(id))
    for (const [permission, column] of channelPermissionColumns) {
      if (!named.has(channel[column])) continue
      const payload = propertyEvent(channel, permission, settingOf(channel[column]))
      tx.announce({ payload, audience: readers })
    }
  }
}
