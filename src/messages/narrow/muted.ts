import sql, { type Sql } from 'sql-template-tag'

/** Whether the message is in a channel that the viewer has muted, as a condition. */
export function isMuted(viewerId: number): Sql {
  return sql`EXISTS (SELECT FROM subscription muting
    WHERE muting.user_id = ${viewerId} AND muting.channel_id = m.channel_id AND muting.active AND muting.is_muted)`
}
