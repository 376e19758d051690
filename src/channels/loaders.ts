import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import type { Channel, Subscription } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { perRequest } from '../graphql/per-request.ts'
import {
  readSubscriberLists,
  type SubscriberListing,
  type SubscriberLists,
} from '../subscriptions/subscriber-lists.ts'
import type { AccessedChannel } from './load-channels.ts'
import { type ChannelTopic, topicsOf } from './topics.ts'

/** The viewer's relation to channels, by the channel's id: null for none, and for visitors. */
class ViewerSubscriptions {
  readonly #loader: DataLoader<number, Subscription | null>
  /** Those that came with their channels; a loader would make a promise of each. */
  readonly #known = new Map<number, Subscription | null>()

  constructor({ core, viewer }: Context) {
    this.#loader = new DataLoader(async (channelIds) => {
      if (!viewer) return channelIds.map(() => null)
      const rows = await core.db.query<Subscription>(sql`
        SELECT * FROM subscription WHERE user_id = ${viewer.id} AND channel_id = ANY(${channelIds}::int[])`)
      const byChannel = new Map(rows.map((row) => [row.channelId, row]))
      return channelIds.map((id) => byChannel.get(id) ?? null)
    })
  }

  /** The first that is remembered for a channel counts, as what was loaded first would. */
  remember(channelId: number, subscription: Subscription | null): void {
    if (!this.#known.has(channelId)) this.#known.set(channelId, subscription)
  }

  async load(channelId: number): Promise<Subscription | null> {
    const known = this.#known.get(channelId)
    return known === undefined ? this.#loader.load(channelId) : known
  }
}

/** What the viewer is to channels, loaded once for a request. */
export const viewerSubscriptions = perRequest((context) => new ViewerSubscriptions(context))

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

/** Topics of channels that the viewer may read. */
export const channelTopics = perRequest(
  ({ core, viewer }) =>
    new DataLoader<Channel, ChannelTopic[], number>(
      async (channels) => {
        const topics = await topicsOf(core.db, channels, viewer?.id ?? null)
        return channels.map(({ id }) => [...(topics.get(id) ?? [])])
      },
      { cacheKeyFn: ({ id }) => id },
    ),
)

/** Hands out loaded channels; what was loaded with them is remembered for the request. */
export function remember(context: Context, accessed: readonly AccessedChannel[]): Channel[] {
  const subscriptions = viewerSubscriptions(context)
  return accessed.map(({ channel, subscription }) => {
    subscriptions.remember(channel.id, subscription)
    return channel
  })
}
