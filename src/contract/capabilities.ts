import * as z from 'zod'

/** Everything that a client can declare at POST /register, with what a declaration means. */
export const capabilityMeanings = {
  notification_settings_null: 'Notification settings of a channel may be null, which means inherited.',
  bulk_message_deletion: 'One event tells of many deleted messages.',
  user_avatar_url_field_optional: 'Avatar URLs may be left out of user objects.',
  stream_typing_notifications: 'Typing notices of channels are welcome.',
  user_settings_object: 'Once chose the settings object; changes nothing any more.',
  linkifier_url_template: 'Linkifiers with URL templates are understood.',
  user_list_incomplete: 'Users whom the requester may not see are left out, without stand-ins.',
  include_deactivated_groups: 'Deactivated user groups are part of the data.',
  archived_channels: 'Archived channels are part of the data.',
  empty_topic_name: 'A topic may be the empty string.',
  simplified_presence_events: 'Presence events have the modern form.',
  individual_emoji_changes: 'Custom emoji change one by one.',
} as const

export type Capability = keyof typeof capabilityMeanings

const declared = z.boolean().default(false)

/**
 * `client_capabilities` of POST /register: whatever is not declared is false, and keys that the
 * server does not know are dropped.
 */
export const clientCapabilities = z.object({
  notification_settings_null: declared,
  bulk_message_deletion: declared,
  user_avatar_url_field_optional: declared,
  stream_typing_notifications: declared,
  user_settings_object: declared,
  linkifier_url_template: declared,
  user_list_incomplete: declared,
  include_deactivated_groups: declared,
  archived_channels: declared,
  empty_topic_name: declared,
  simplified_presence_events: declared,
  individual_emoji_changes: declared,
} satisfies Record<Capability, typeof declared>)

export type ClientCapabilities = z.output<typeof clientCapabilities>

/** A client that declares nothing. */
export const noCapabilities: ClientCapabilities = clientCapabilities.parse({})
