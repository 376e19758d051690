import sql, { join, raw, type Sql } from 'sql-template-tag'
import { groupsHolding } from '../access/membership.ts'
import {
  type ChannelPermission,
  permissionsGrantingContent,
  permissionsGrantingMetadata,
} from '../contract/permission-settings.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import type { AccessTo, Asker } from './access.ts'
import { channelPermissionColumn } from './permission-columns.ts'

/**
 * The rule of mayAccess (access.ts) as a condition on the channel `c`, for queries over what many
 * channels hold. It adds no round trip: the groups of the viewer are read within, and only when a
 * row comes to depend on them. Spectator access of visitors is the caller's to check.
 */
export function accessibleChannel({ viewer, permissions }: Asker, to: AccessTo): Sql {
  if (!viewer || !permissions) return sql`c.is_web_public`
  const open = sql`c.is_web_public OR EXISTS (SELECT FROM subscription mine
    WHERE mine.user_id = ${viewer.id} AND mine.channel_id = c.id AND mine.active)`
  if (viewer.role === roles.guest) return sql`(${open})`
  if (to === 'metadata' && isAtLeast(viewer.role, roles.administrator)) return sql`true`
  const granting = to === 'metadata' ? permissionsGrantingMetadata : permissionsGrantingContent
  const groups = join(granting.map(columnOf))
  return sql`(${open} OR NOT c.invite_only OR EXISTS (
    SELECT FROM (${groupsHolding(viewer.id, permissions.systemGroupIds())}) held
    WHERE held.group_id IN (${groups})))`
}

function columnOf(permission: ChannelPermission): Sql {
  const column = channelPermissionColumn(permission)
  return raw(`c.${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)
}
