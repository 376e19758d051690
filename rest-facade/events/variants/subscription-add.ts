import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { withInherited } from '../../../src/contract/events/subscription.ts'
import type { Variant } from './variant.ts'

/**
 * Archived channels are left out for clients that do not know of them. Without
 * notification_settings_null, a setting that is inherited is sent as what it comes to.
 */
export const subscriptionAddVariant: Variant<CanonicalEventOf<'subscription/add'>> = (event, shown) => {
  const { unarchived, left, inherited, ...wire } = event
  const { archived_channels, notification_settings_null } = shown.capabilities
  if (archived_channels && unarchived) return []
  const subscriptions = event.subscriptions
    .filter((subscription) => archived_channels || !subscription.is_archived)
    .map((subscription) =>
      notification_settings_null ? subscription : withInherited(subscription, inherited),
    )
  if (subscriptions.length === 0) return []
  const added = { ...wire, subscriptions }
  if (!left) return [added]
  const ended = subscriptions.map(({ stream_id, name }) => ({ stream_id, name }))
  return [added, { type: wire.type, op: 'remove', subscriptions: ended }]
}
