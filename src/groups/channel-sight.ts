import sql, { join, raw } from 'sql-template-tag'
import { announceSightChanges } from '../channels/announce-sight.ts'
import { usersWhoSeeEach } from '../channels/audience.ts'
import { channelPermissionColumn } from '../channels/permission-columns.ts'
import { permissionsGrantingMetadata } from '../contract/permission-settings.ts'
import type { Transaction } from '../database/database.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

/** A group with all groups that contain it, unnamed ones too, as a recursive table `above`. */
const above = (groupId: number) => sql`
  WITH RECURSIVE above(id) AS (
    SELECT ${groupId}::int
    UNION
    SELECT s.supergroup_id FROM above JOIN user_group_subgroup s ON s.subgroup_id = above.id
  )`

/** Ids of the groups that contain a group, at any depth: what changes in it changes in them. */
export async function groupsAbove(tx: Transaction, groupId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`${above(groupId)} SELECT id FROM above WHERE id <> ${groupId}`,
  )
  return rows.map(({ id }) => id)
}

/** The columns of a channel `c` whose groups see it though it is private. */
const granting = join(
  permissionsGrantingMetadata.map((permission) => {
    const column = channelPermissionColumn(permission)
    return raw(`c.${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)
  }),
)

/** Private channels that somebody sees through a group, locked in the order of their ids. */
async function channelsSeenThrough(
  tx: Transaction,
  organizationId: number,
  groupId: number,
): Promise<Channel[]> {
  return tx.query<Channel>(sql`
    ${above(groupId)}
    SELECT c.* FROM channel c
    WHERE c.organization_id = ${organizationId} AND c.invite_only
      AND EXISTS (SELECT FROM above WHERE above.id IN (${granting}))
    ORDER BY c.id FOR NO KEY UPDATE OF c`)
}

/**
 * Changes who is in a group, and tells of the channels that come into and go out of sight by it, after
 * what the change itself announces (lifecycles: "User groups").
 *
 * @param groupId of a group that the transaction has locked, with those above it
 */
export async function changingSight<Result>(
  tx: WriteTransaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  groupId: number,
  change: () => Promise<Result>,
): Promise<Result> {
  const channels = await channelsSeenThrough(tx, organizationId, groupId)
  if (channels.length === 0) return change()
  const before = await usersWhoSeeEach(tx, channels, 'metadata')
  const result = await change()
  const after = await usersWhoSeeEach(tx, channels, 'metadata')
  await announceSightChanges(tx, systemGroups, channels, before, after)
  return result
}
