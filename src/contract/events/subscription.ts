import * as z from 'zod'
import { subscription } from '../shapes/subscription.ts'
import { eventKind, eventKindInTwoForms } from './event-kind.ts'

const subscriptions = z.array(subscription)

/** A user's defaults for the notification settings that a channel may leave null. */
export const inheritedNotifications = z.strictObject({
  desktop_notifications: z.boolean(),
  audible_notifications: z.boolean(),
  push_notifications: z.boolean(),
  email_notifications: z.boolean(),
  wildcard_mentions_notify: z.boolean(),
})

export type InheritedNotifications = z.output<typeof inheritedNotifications>

/** For clients that know no null in a user's settings for a channel: what is inherited is written out. */
export function withInherited<Fields extends Nullable<InheritedNotifications>>(
  fields: Fields,
  inherited: InheritedNotifications,
): Fields {
  return {
    ...fields,
    desktop_notifications: fields.desktop_notifications ?? inherited.desktop_notifications,
    audible_notifications: fields.audible_notifications ?? inherited.audible_notifications,
    push_notifications: fields.push_notifications ?? inherited.push_notifications,
    email_notifications: fields.email_notifications ?? inherited.email_notifications,
    wildcard_mentions_notify: fields.wildcard_mentions_notify ?? inherited.wildcard_mentions_notify,
  }
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null }

/** The user now subscribes to these channels. Without notification_settings_null, nulls become the user's defaults. */
export const subscriptionAdd = eventKindInTwoForms(
  'subscription',
  {
    op: z.literal('add'),
    subscriptions,
    /** What the user's own defaults say where a channel's notification setting is null. */
    inherited: inheritedNotifications,
    /** The channels came back from the archive: only for clients without archived_channels. */
    unarchived: z.literal(true).optional(),
    /**
     * The user has left the channels, and sees them again: told only to old clients, as a subscription that
     * ends at once, so that these find them among those left.
     */
    left: z.literal(true).optional(),
  },
  { op: z.literal('add'), subscriptions },
)

/** The user no longer subscribes to these channels. */
export const subscriptionRemove = eventKind('subscription', {
  op: z.literal('remove'),
  subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
})

/** One of the user's own settings for a channel changed. */
export const subscriptionUpdate = eventKind('subscription', {
  op: z.literal('update'),
  stream_id: z.int(),
  property: z.string(),
  value: z.union([z.boolean(), z.int(), z.string(), z.null()]),
})

const peers = { op: z.literal('peer_add'), stream_ids: z.array(z.int()), user_ids: z.array(z.int()) }

/** Others now subscribe to channels whose subscribers the user may know. */
export const subscriptionPeerAdd = eventKindInTwoForms(
  'subscription',
  {
    ...peers,
    /** The channels came back from the archive: only for clients without archived_channels. */
    unarchived: z.literal(true).optional(),
  },
  peers,
)

/** Others no longer subscribe to channels whose subscribers the user may know. */
export const subscriptionPeerRemove = eventKind('subscription', {
  op: z.literal('peer_remove'),
  stream_ids: z.array(z.int()),
  user_ids: z.array(z.int()),
})
