import sql from 'sql-template-tag'
import { usersIn } from '../access/membership.ts'
import {
  type ChannelPermission,
  permissionsGrantingContent,
  permissionsGrantingMetadata,
} from '../contract/permission-settings.ts'
import { roles } from '../contract/roles.ts'
import type { Queryable } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { AccessTo } from './access.ts'
import { type ChannelPermissionGroups, channelPermissionColumn } from './permission-columns.ts'

/** What decides who sees a channel. */
export type AudienceChannel = Pick<Channel, 'id' | 'organizationId' | 'inviteOnly' | 'isWebPublic'> &
  ChannelPermissionGroups

/**
 * Active users who may know of a channel, or read it, ascending: the audience of its events. The
 * same rule as accessChannel's, asked from the other side.
 */
export async function usersWhoSee(db: Queryable, channel: AudienceChannel, to: AccessTo): Promise<number[]> {
  return (await usersWhoSeeEach(db, [channel], to)).get(channel.id) ?? []
}

/** The same for many channels of one organization in one query, by the channel's id. */
export async function usersWhoSeeEach(
  db: Queryable,
  channels: readonly AudienceChannel[],
  to: AccessTo,
): Promise<Map<number, number[]>> {
  const [first] = channels
  if (!first) return new Map()
  const granting: readonly ChannelPermission[] =
    to === 'metadata' ? permissionsGrantingMetadata : permissionsGrantingContent
  const wanted = channels.map((channel) => ({
    id: channel.id,
    is_web_public: channel.isWebPublic,
    invite_only: channel.inviteOnly,
    group_ids: granting.map((permission) => channel[channelPermissionColumn(permission)]),
  }))
  // Whoever has at least this role sees every private channel's metadata; nobody has role 0.
  const allSeeing = to === 'metadata' ? roles.administrator : 0
  const rows = await db.query<{ id: number; userIds: number[] }>(sql`
    WITH wanted AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(wanted)}::json)
        AS given(id int, is_web_public boolean, invite_only boolean, group_ids int[])
    ), granted(channel_id, user_id) AS (
      ${usersIn(sql`SELECT id AS asked, unnest(group_ids) AS group_id FROM wanted WHERE invite_only`)}
    )
    SELECT w.id, array(
      SELECT u.id FROM "user" u
        LEFT JOIN subscription s ON s.channel_id = w.id AND s.user_id = u.id AND s.active
        LEFT JOIN granted g ON g.channel_id = w.id AND g.user_id = u.id
      WHERE u.organization_id = ${first.organizationId} AND u.is_active
        AND (w.is_web_public OR s.user_id IS NOT NULL OR (u.role <> ${roles.guest}
          AND (NOT w.invite_only OR u.role <= ${allSeeing} OR g.user_id IS NOT NULL)))
      ORDER BY u.id
    ) AS user_ids
    FROM wanted w`)
  return new Map(rows.map((row) => [row.id, row.userIds]))
}
