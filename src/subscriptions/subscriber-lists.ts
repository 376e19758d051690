import sql from 'sql-template-tag'
import { countLimits, timeLimits } from '../contract/limits.ts'
import type { Queryable } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'

/** `partial`: large channels are listed by bots and recently active users only. */
export type SubscriberListing = 'true' | 'false' | 'partial'

/** The subscribers of one channel under the name that says whether they are all. */
export interface SubscriberLists {
  readonly subscribers?: number[]
  readonly partial_subscribers?: number[]
}

const { alwaysCompleteSubscribers } = countLimits

/**
 * Lists active subscribers of channels, ids ascending, in one query; none for `false`. Who may know
 * them is for the caller to check.
 */
export async function readSubscriberLists(
  db: Queryable,
  channels: readonly Pick<Channel, 'id' | 'subscriberCount'>[],
  listing: SubscriberListing,
): Promise<(channelId: number) => SubscriberLists> {
  if (listing === 'false' || channels.length === 0) return () => ({})
  const large = new Set(
    channels
      .filter(({ subscriberCount }) => listing === 'partial' && subscriberCount >= alwaysCompleteSubscribers)
      .map(({ id }) => id),
  )
  const rows = await db.query<{ channelId: number; userIds: number[] }>(sql`
    SELECT s.channel_id, array_agg(s.user_id ORDER BY s.user_id) AS user_ids
    FROM subscription s JOIN "user" u ON u.id = s.user_id
    WHERE s.channel_id = ANY(${channels.map(({ id }) => id)}::int[]) AND s.active AND u.is_active
      AND (s.channel_id <> ALL(${[...large]}::int[]) OR u.bot_type IS NOT NULL
        OR u.last_active_at > now() - make_interval(days => ${timeLimits.recentlyActiveSubscriberDays}))
    GROUP BY s.channel_id`)
  const byChannel = new Map(rows.map(({ channelId, userIds }) => [channelId, userIds]))
  return (channelId) => {
    const userIds = byChannel.get(channelId) ?? []
    return large.has(channelId) ? { partial_subscribers: userIds } : { subscribers: userIds }
  }
}

/** All active subscribers of each channel, ids ascending. */
export async function subscribersOf(
  db: Queryable,
  channelIds: readonly number[],
): Promise<Map<number, number[]>> {
  const channels = channelIds.map((id) => ({ id, subscriberCount: 0 }))
  const listsOf = await readSubscriberLists(db, channels, 'true')
  return new Map(channelIds.map((id) => [id, listsOf(id).subscribers ?? []]))
}
