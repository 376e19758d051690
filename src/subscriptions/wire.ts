import type { InheritedNotifications } from '../contract/events/subscription.ts'
import type { BasicChannel } from '../contract/shapes/channel.ts'
import type { Subscription as WireSubscription } from '../contract/shapes/subscription.ts'
import { userSettings } from '../contract/user-settings.ts'
import type { Subscription } from '../generated/prisma/client.ts'
import type { SubscriberLists } from './subscriber-lists.ts'

/** What a subscription adds to its channel on the wire. */
export type PersonalFields = Omit<WireSubscription, keyof BasicChannel | keyof SubscriberLists>

/** A user's own settings for a channel as snapshots and events tell of them. */
export function personalFields(subscription: Subscription): PersonalFields {
  return {
    desktop_notifications: subscription.desktopNotifications,
    audible_notifications: subscription.audibleNotifications,
    push_notifications: subscription.pushNotifications,
    email_notifications: subscription.emailNotifications,
    wildcard_mentions_notify: subscription.wildcardMentionsNotify,
    pin_to_top: subscription.pinToTop,
    is_muted: subscription.isMuted,
    in_home_view: !subscription.isMuted,
    color: subscription.color,
  }
}

/**
 * What a user's own settings say where a channel's are null.
 *
 * @param stored the user's stored settings
 */
export function inheritedNotifications(stored: unknown): InheritedNotifications {
  const own = userSettings(stored)
  return {
    desktop_notifications: own.enableChannelDesktopNotifications,
    audible_notifications: own.enableChannelAudibleNotifications,
    push_notifications: own.enableChannelPushNotifications,
    email_notifications: own.enableChannelEmailNotifications,
    wildcard_mentions_notify: own.wildcardMentionsNotify,
  }
}
