import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { InheritedNotifications } from '../../../src/contract/events/subscription.ts'
import type { Subscription } from '../../../src/contract/shapes/subscription.ts'
import type { Variant } from './variant.ts'

/**
 * Archived channels are left out for clients that do not know of them. Without
 * notification_settings_null, a setting that is inherited is sent as what it comes to.
 */
export const subscriptionAddVariant: Variant<CanonicalEventOf<'subscription/add'>> = (event, shown) => {
  const { unarchived, inherited, ...wire } = event
  const { archived_channels, notification_settings_null } = shown.capabilities
  if (archived_channels && unarchived) return []
  const subscriptions = event.subscriptions
    .filter((subscription) => archived_channels || !subscription.is_archived)
    .map((subscription) =>
      notification_settings_null ? subscription : withInherited(subscription, inherited),
    )
  return subscriptions.length === 0 ? [] : [{ ...wire, subscriptions }]
}

function withInherited(subscription: Subscription, inherited: InheritedNotifications): Subscription {
  return {
    ...subscription,
    desktop_notifications: subscription.desktop_notifications ?? inherited.desktop_notifications,
    audible_notifications: subscription.audible_notifications ?? inherited.audible_notifications,
    push_notifications: subscription.push_notifications ?? inherited.push_notifications,
    email_notifications: subscription.email_notifications ?? inherited.email_notifications,
    wildcard_mentions_notify: subscription.wildcard_mentions_notify ?? inherited.wildcard_mentions_notify,
  }
}
