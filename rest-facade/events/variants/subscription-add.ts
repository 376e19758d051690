import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/** Archived channels are left out for clients that do not know of them, and with them the whole event. */
export const subscriptionAddVariant: Variant<CanonicalEventOf<'subscription/add'>> = (event, shown) => {
  const { unarchived, ...wire } = event
  if (shown.capabilities.archived_channels) return unarchived ? [] : [wire]
  const subscriptions = event.subscriptions.filter((subscription) => !subscription.is_archived)
  return subscriptions.length === 0 ? [] : [{ ...wire, subscriptions }]
}
