import sql from 'sql-template-tag'
import { visibleChannels } from '../channels/access.ts'
import { loadChannels } from '../channels/load-channels.ts'
import type { Queryable } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { Context, ViewerContext } from '../graphql/context.ts'
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

/** What a user is subscribed to, as far as the viewer may know: archived channels too. */
export async function channelsOfUser(context: Context, userId: number): Promise<Channel[]> {
  const ids = await subscribedIds(context.core.db, userId)
  const visible = await visibleChannels(context.core.db, context)
  return visible.filter(({ channel }) => ids.has(channel.id)).map(({ channel }) => channel)
}

async function subscribedIds(db: Queryable, userId: number): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ channelId: number }>(
    sql`SELECT channel_id FROM subscription WHERE user_id = ${userId} AND active`,
  )
  return new Set(rows.map(({ channelId }) => channelId))
}

/** Whether a user is subscribed to a channel; whether the viewer may know is for the caller to check. */
export async function isSubscribed(db: Queryable, userId: number, channelId: number): Promise<boolean> {
  const [row] = await db.query(sql`
    SELECT FROM subscription WHERE user_id = ${userId} AND channel_id = ${channelId} AND active`)
  return row !== undefined
}
