import * as z from 'zod'
import { groupSettingValue } from '../group-setting.ts'
import type { ChannelPermission } from '../permission-settings.ts'

/** Whether a channel has named topics and the empty one (schemas: "TopicsPolicy"). */
export const topicsPolicy = z.enum([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
])

/** Old, approximate form of can_send_message_group: 1 any user, 2 administrators, 3 full members, 4 moderators. */
export const streamPostPolicy = z.literal([1, 2, 3, 4])

/** The permission settings of a channel. */
export const channelPermissionFields = {
  can_add_subscribers_group: groupSettingValue,
  can_remove_subscribers_group: groupSettingValue,
  can_administer_channel_group: groupSettingValue,
  can_delete_any_message_group: groupSettingValue,
  can_delete_own_message_group: groupSettingValue,
  can_move_messages_out_of_channel_group: groupSettingValue,
  can_move_messages_within_channel_group: groupSettingValue,
  can_send_message_group: groupSettingValue,
  can_subscribe_group: groupSettingValue,
  can_resolve_topics_group: groupSettingValue,
  can_create_topic_group: groupSettingValue,
} as const satisfies Record<ChannelPermission, typeof groupSettingValue>

/** What every view of a channel says (schemas: "BasicChannelBase"). */
export const basicChannelBase = z.strictObject({
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean(),
  /** Markdown. */
  description: z.string(),
  /** HTML. */
  rendered_description: z.string(),
  /** UNIX seconds. */
  date_created: z.int(),
  creator_id: z.int().nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  stream_post_policy: streamPostPolicy,
  /** Days; null inherits from the organization, -1 is for ever. */
  message_retention_days: z.int().nullable(),
  default_push_notifications: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  topics_policy: topicsPolicy,
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullable(),
  is_recently_active: z.boolean(),
  is_announcement_only: z.boolean(),
  ...channelPermissionFields,
  /** Active subscribers, bots included. */
  subscriber_count: z.int(),
})

/** A channel in the `streams` snapshot and in channel events (schemas: "BasicChannel"). */
export const basicChannel = basicChannelBase.extend({
  /** Messages a week, rounded; null where there is no estimate. */
  stream_weekly_traffic: z.int().nullable(),
})

/** Who subscribes: all of them, or, for large channels, at least bots and the recently active. */
export const subscriberLists = {
  subscribers: z.array(z.int()).optional(),
  partial_subscribers: z.array(z.int()).optional(),
}

/** An item of `never_subscribed`. */
export const neverSubscribedChannel = basicChannel.extend(subscriberLists)

/** An item of GET /streams; `is_default` only when asked for. */
export const listedChannel = basicChannel.extend({ is_default: z.boolean().optional() })

export type TopicsPolicy = z.output<typeof topicsPolicy>
export type StreamPostPolicy = z.output<typeof streamPostPolicy>
export type BasicChannelBase = z.output<typeof basicChannelBase>
export type BasicChannel = z.output<typeof basicChannel>
export type NeverSubscribedChannel = z.output<typeof neverSubscribedChannel>
export type ListedChannel = z.output<typeof listedChannel>
