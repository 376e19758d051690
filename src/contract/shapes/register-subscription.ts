import * as z from 'zod'
import { neverSubscribedChannel } from './channel.ts'
import { subscription } from './subscription.ts'

/** Fields of POST /register under the gate `subscription`. */
export const registerSubscriptionFields = {
  subscriptions: z.array(subscription),
  /** Channels that the user has left. */
  unsubscribed: z.array(subscription),
  /** Visible channels that the user never subscribed to. */
  never_subscribed: z.array(neverSubscribedChannel),
}

export const registerSubscription = z.strictObject(registerSubscriptionFields)

export type RegisterSubscription = z.output<typeof registerSubscription>
