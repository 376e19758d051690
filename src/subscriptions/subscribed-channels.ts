import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import { visibleChannels } from '../channels/access.ts'
import { loadChannels } from '../channels/load-channels.ts'
import { remember } from '../channels/loaders.ts'
import type { Queryable } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { perRequest } from '../graphql/per-request.ts'
import type { ChannelSubscription } from './subscription-type.ts'

/** What the viewer is subscribed to, without archived channels, by ascending id. */
export async function viewersChannels({ core, viewer }: ViewerContext): Promise<ChannelSubscription[]> {
  const entries = await loadChannels(
    core.db,
    viewer.organizationId,
    viewer.id,
    sql`s.active AND NOT c.is_archived`,
    sql`ORDER BY c.id`,
  )
  return entries.flatMap(({ channel, subscription }) => (subscription ? [{ channel, subscription }] : []))
}

/** What users are subscribed to, by the user's id, as far as the viewer may know: archived channels too. */
export const channelsOfUsers = perRequest(
  (context) =>
    new DataLoader<number, Channel[]>(async (userIds) => {
      const { db } = context.core
      const rows = await db.query<{ userId: number; channelIds: number[] }>(sql`
        SELECT user_id, array_agg(channel_id) AS channel_ids FROM subscription
        WHERE user_id = ANY(${userIds}::int[]) AND active GROUP BY user_id`)
      const idsOf = new Map(rows.map(({ userId, channelIds }) => [userId, new Set(channelIds)]))
      const visible = remember(context, await visibleChannels(db, context))
      return userIds.map((userId) => visible.filter(({ id }) => idsOf.get(userId)?.has(id)))
    }),
)

/** Whether a user is subscribed to a channel; whether the viewer may know is for the caller to check. */
export async function isSubscribed(db: Queryable, userId: number, channelId: number): Promise<boolean> {
  const [row] = await db.query(sql`
    SELECT FROM subscription WHERE user_id = ${userId} AND channel_id = ${channelId} AND active`)
  return row !== undefined
}
