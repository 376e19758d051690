import sql, { type Sql } from 'sql-template-tag'
import { visibilityPolicies } from '../../user-topics/visibility.ts'

/**
 * Whether a message is muted for the viewer, as a condition: by its topic, or else by its channel
 * (reference: "Muting and visibility policies").
 *
 * @param viewerId their id, or an expression for it
 */
export function isMuted(viewerId: number | Sql): Sql {
  return sql`coalesce(
    (SELECT treated.visibility_policy = ${visibilityPolicies.muted} FROM user_topic treated
      WHERE treated.user_id = ${viewerId} AND treated.channel_id = m.channel_id
        AND treated.topic_key = lower(m.topic)),
    (SELECT muting.is_muted FROM subscription muting
      WHERE muting.user_id = ${viewerId} AND muting.channel_id = m.channel_id AND muting.active),
    false)`
}

/** Whether a message is in a topic that the viewer follows, as a condition. */
export function isFollowed(viewerId: number): Sql {
  return sql`EXISTS (SELECT FROM user_topic treated
    WHERE treated.user_id = ${viewerId} AND treated.channel_id = m.channel_id
      AND treated.topic_key = lower(m.topic) AND treated.visibility_policy = ${visibilityPolicies.followed})`
}
