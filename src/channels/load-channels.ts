import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Channel, Subscription } from '../generated/prisma/client.ts'

/** A channel, and what the viewer is to it: the row stays, with `active` false, after leaving. */
export interface AccessedChannel {
  readonly channel: Channel
  readonly subscription: Subscription | null
}

type SubscriptionColumns = Omit<Subscription, 'userId' | 'channelId'>
type JoinedRow = Channel & { subscriberId: number | null } & {
  [Column in keyof SubscriptionColumns]: SubscriptionColumns[Column] | null
}

const subscriptionColumns = sql`s.user_id AS subscriber_id, s.active, s.color, s.is_muted, s.pin_to_top,
  s.desktop_notifications, s.audible_notifications, s.push_notifications, s.email_notifications,
  s.wildcard_mentions_notify`

/**
 * The row itself stands for the channel, with columns that nobody asks a channel for: no column of a channel
 * is called like one of a subscription, and copying the others would take longer than reading them.
 */
function accessed(row: JoinedRow): AccessedChannel {
  if (row.subscriberId === null) return { channel: row, subscription: null }
  return {
    channel: row,
    subscription: {
      userId: row.subscriberId,
      channelId: row.id,
      active: row.active ?? false,
      color: row.color ?? '',
      isMuted: row.isMuted ?? false,
      pinToTop: row.pinToTop ?? false,
      desktopNotifications: row.desktopNotifications,
      audibleNotifications: row.audibleNotifications,
      pushNotifications: row.pushNotifications,
      emailNotifications: row.emailNotifications,
      wildcardMentionsNotify: row.wildcardMentionsNotify,
    },
  }
}

/**
 * Channels of one organization with one user's subscriptions to them, whoever may see them.
 *
 * @param userId null for visitors, who have no subscriptions
 * @param where a condition on `c`, the channel, and `s`, the subscription
 * @param end what follows the conditions: an order, a lock
 */
export async function loadChannels(
  db: Queryable,
  organizationId: number,
  userId: number | null,
  where: Sql,
  end: Sql = empty,
): Promise<AccessedChannel[]> {
  const rows = await db.query<JoinedRow>(sql`
    SELECT c.*, ${subscriptionColumns}
    FROM channel c LEFT JOIN subscription s ON s.channel_id = c.id AND s.user_id = ${userId}::int
    WHERE c.organization_id = ${organizationId} AND ${where} ${end}`)
  return rows.map(accessed)
}
