import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Context } from '../graphql/context.ts'
import { mayAccess, visibleChannels } from './access.ts'
import { type AccessedChannel, loadChannels } from './load-channels.ts'
import { defaultChannelIds } from './loaders.ts'

/** Sets of channels whose union is wanted (reference: GET /streams). */
export interface ChannelFilter {
  /** Everything that the viewer may know of. */
  readonly all: boolean
  /** Public channels; none for guests, who don't see them as such. */
  readonly public: boolean
  readonly webPublic: boolean
  readonly subscribed: boolean
  /** Channels whose messages the viewer may read. */
  readonly readable: boolean
  readonly default: boolean
  /** For bots: what their owner is subscribed to. */
  readonly ownerSubscribed: boolean
  /** Archived channels of these sets, too. */
  readonly archived: boolean
}

/** The channels of a filter, by ascending id: a few queries, however many channels there are. */
export async function listChannels(context: Context, filter: ChannelFilter): Promise<AccessedChannel[]> {
  const { core, viewer, organization } = context
  const visible = await visibleChannels(core.db, context)
  const defaults: ReadonlySet<number> = filter.default ? await defaultChannelIds(context) : new Set()
  const isGuest = viewer === null || viewer.role === roles.guest
  const listed: AccessedChannel[] = []
  for (const entry of visible) {
    const { channel, subscription } = entry
    const isWanted =
      filter.all ||
      (filter.public && !channel.inviteOnly && !isGuest) ||
      (filter.webPublic && channel.isWebPublic) ||
      (filter.subscribed && subscription?.active === true) ||
      defaults.has(channel.id) ||
      (filter.readable && (await mayAccess(entry, context, 'content')))
    if (isWanted) listed.push(entry)
  }
  if (filter.ownerSubscribed && viewer?.botOwnerId) {
    // The owner's channels are the bot's to know of, also those that it could not see by itself.
    const owned = await loadChannels(
      core.db,
      organization.id,
      viewer.id,
      sql`EXISTS (SELECT FROM subscription o WHERE o.channel_id = c.id AND o.user_id = ${viewer.botOwnerId} AND o.active)`,
    )
    const ids = new Set(listed.map(({ channel }) => channel.id))
    listed.push(...owned.filter(({ channel }) => !ids.has(channel.id)))
    listed.sort((left, right) => left.channel.id - right.channel.id)
  }
  return filter.archived ? listed : listed.filter(({ channel }) => !channel.isArchived)
}
