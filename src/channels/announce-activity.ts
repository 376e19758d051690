import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { usersWhoSee } from './audience.ts'
import { propertyEvent } from './channel-update-events.ts'

/** Tells of a channel that it has, or has not, had messages lately (reference: events, "Send message"). */
export async function announceActivity(
  tx: WriteTransaction,
  channel: Channel,
  isRecentlyActive: boolean,
): Promise<void> {
  tx.announce({
    payload: propertyEvent(channel, 'is_recently_active', isRecentlyActive),
    audience: await usersWhoSee(tx, channel, 'metadata'),
  })
}
