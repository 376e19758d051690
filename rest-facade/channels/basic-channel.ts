import { channelPostPolicy, isAnnouncementOnly } from '../../src/contract/legacy-policies.ts'
import type { BasicChannel, TopicsPolicy } from '../../src/contract/shapes/channel.ts'
import type { SystemGroupName } from '../../src/contract/system-groups.ts'
import { unixSeconds } from '../../src/contract/unix-seconds.ts'
import type { ChannelFieldsFragment } from '../generated/operations.ts'

const topicsPolicies = {
  INHERIT: 'inherit',
  ALLOW_EMPTY_TOPIC: 'allow_empty_topic',
  DISABLE_EMPTY_TOPIC: 'disable_empty_topic',
  EMPTY_TOPIC_ONLY: 'empty_topic_only',
} as const satisfies Record<ChannelFieldsFragment['topicsPolicy'], TopicsPolicy>

/** The core's word for a topics policy. */
export function topicsPolicyInput(policy: TopicsPolicy): ChannelFieldsFragment['topicsPolicy'] {
  return policy.toUpperCase() as Uppercase<TopicsPolicy> // What toUpperCase() does, the type says, too.
}

/** A channel as the core returns it, in the wire's form. Written out without spreads, because lists of channels are long. */
export function basicChannel(channel: ChannelFieldsFragment): BasicChannel {
  // The core names no other groups than the eight of every organization.
  const postPolicy = channelPostPolicy(channel.postingSystemGroup as SystemGroupName | null)
  return {
    stream_id: channel.stream_id,
    name: channel.name,
    is_archived: channel.is_archived,
    description: channel.description,
    rendered_description: channel.rendered_description,
    date_created: unixSeconds(channel.dateCreated),
    creator_id: channel.creator_id,
    invite_only: channel.invite_only,
    is_web_public: channel.is_web_public,
    stream_post_policy: postPolicy,
    message_retention_days: channel.message_retention_days,
    default_push_notifications: channel.default_push_notifications,
    history_public_to_subscribers: channel.history_public_to_subscribers,
    topics_policy: topicsPolicies[channel.topicsPolicy],
    first_message_id: channel.first_message_id,
    folder_id: channel.folder_id,
    is_recently_active: channel.is_recently_active,
    is_announcement_only: isAnnouncementOnly(postPolicy),
    can_add_subscribers_group: channel.can_add_subscribers_group,
    can_remove_subscribers_group: channel.can_remove_subscribers_group,
    can_administer_channel_group: channel.can_administer_channel_group,
    can_delete_any_message_group: channel.can_delete_any_message_group,
    can_delete_own_message_group: channel.can_delete_own_message_group,
    can_move_messages_out_of_channel_group: channel.can_move_messages_out_of_channel_group,
    can_move_messages_within_channel_group: channel.can_move_messages_within_channel_group,
    can_send_message_group: channel.can_send_message_group,
    can_subscribe_group: channel.can_subscribe_group,
    can_resolve_topics_group: channel.can_resolve_topics_group,
    can_create_topic_group: channel.can_create_topic_group,
    subscriber_count: channel.subscriber_count,
    stream_weekly_traffic: channel.stream_weekly_traffic,
  }
}
