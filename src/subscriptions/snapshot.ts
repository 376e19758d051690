import sql from 'sql-template-tag'
import { snapshotChannels } from '../channels/snapshot.ts'
import { withInherited } from '../contract/events/subscription.ts'
import type { RegisterSubscription } from '../contract/shapes/register-subscription.ts'
import type { SnapshotReader, SnapshotShare } from '../events/snapshot.ts'
import type { Subscription } from '../generated/prisma/client.ts'
import { readSubscriberLists } from './subscriber-lists.ts'
import { inheritedNotifications, type PersonalFields, personalFields } from './wire.ts'

/** The visible channels by what the viewer is to them (register-response: `subscriptions` and so on). */
export const subscriptionShare: SnapshotShare = {
  gate: 'subscription',
  async read(reader) {
    const { visible, present } = await snapshotChannels(reader)
    const channels = visible.map(({ channel }) => channel)
    const listsOf = await readSubscriberLists(reader.tx, channels, reader.options.includeSubscribers)
    const personalOf = await personalReader(reader)
    const share: RegisterSubscription = { subscriptions: [], unsubscribed: [], never_subscribed: [] }
    for (const { channel, subscription } of visible) {
      const shown = { ...present(channel), ...listsOf(channel.id) }
      if (!subscription) share.never_subscribed.push(shown)
      else {
        const list = subscription.active ? share.subscriptions : share.unsubscribed
        list.push({ ...shown, ...personalOf(subscription) })
      }
    }
    return share
  },
  async readForVisitors(reader): Promise<RegisterSubscription> {
    const { visible, present } = await snapshotChannels(reader)
    return {
      subscriptions: [],
      unsubscribed: [],
      never_subscribed: visible.map(({ channel }) => present(channel)),
    }
  },
}

/** How this client is shown personal settings: without notification_settings_null, nulls are filled in. */
async function personalReader(reader: SnapshotReader): Promise<(row: Subscription) => PersonalFields> {
  if (reader.presentation.capabilities.notification_settings_null) return personalFields
  // Read again, in the state of the snapshot: the viewer was loaded before it.
  const [user] = await reader.tx.query<{ settings: unknown }>(
    sql`SELECT settings FROM "user" WHERE id = ${reader.viewer.id}`,
  )
  const inherited = inheritedNotifications(user?.settings)
  return (row) => withInherited(personalFields(row), inherited)
}
