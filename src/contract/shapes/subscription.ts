import * as z from 'zod'
import { basicChannel, subscriberLists } from './channel.ts'

/** Personal notification settings of a channel; null inherits the user's own default. */
export const subscriptionNotificationFields = {
  desktop_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
}

/** A channel with one user's settings for it (schemas: "Subscription"). */
export const subscription = basicChannel.extend({
  ...subscriberLists,
  ...subscriptionNotificationFields,
  pin_to_top: z.boolean(),
  is_muted: z.boolean(),
  /** Old opposite of `is_muted`. */
  in_home_view: z.boolean(),
  /** Hex colour such as `#76ce90`. */
  color: z.string(),
})

export type Subscription = z.output<typeof subscription>
