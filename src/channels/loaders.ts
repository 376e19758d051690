import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import type { Channel, Subscription } from '../generated/prisma/client.ts'
import { perRequest } from '../graphql/per-request.ts'
import {
  readSubscriberLists,
  type SubscriberListing,
  type SubscriberLists,
} from '../subscriptions/subscriber-lists.ts'
import type { AccessedChannel } from './load-channels.ts'

/** The viewer's relation to channels, by the channel's id: null for none, and for visitors. */
export const viewerSubscriptions = perRequest(
  ({ core, viewer }) =>
    new DataLoader<number, Subscription | null>(async (channelIds) => {
      if (!viewer) return channelIds.map(() => null)
      const rows = await core.db.query<Subscription>(sql`
        SELECT * FROM subscription WHERE user_id = ${viewer.id} AND channel_id = ANY(${channelIds}::int[])`)
      const byChannel = new Map(rows.map((row) => [row.channelId, row]))
      return channelIds.map((id) => byChannel.get(id) ?? null)
    }),
)

/** Ids of the organization's default channels. */
export const defaultChannelIds = perRequest(async ({ core, organization }) => {
  const rows = await core.db.query<{ channelId: number }>(sql`
    SELECT channel_id FROM default_channel WHERE organization_id = ${organization.id}`)
  return new Set(rows.map(({ channelId }) => channelId))
})

type ListLoader = DataLoader<Channel, SubscriberLists, number>

/** Subscribers of channels, all or the more important ones. */
export const subscriberLists = perRequest(({ core }) => {
  const loader = (listing: SubscriberListing): ListLoader =>
    new DataLoader(
      async (channels) => {
        const listsOf = await readSubscriberLists(core.db, channels, listing)
        return channels.map(({ id }) => listsOf(id))
      },
      { cacheKeyFn: ({ id }) => id },
    )
  return { complete: loader('true'), partial: loader('partial') }
})

/** Hands out loaded channels; what was loaded with them is remembered for the request. */
export function remember(
  context: Parameters<typeof viewerSubscriptions>[0],
  accessed: readonly AccessedChannel[],
): Channel[] {
  const loader = viewerSubscriptions(context)
  return accessed.map(({ channel, subscription }) => {
    loader.prime(channel.id, subscription)
    return channel
  })
}
