import { channelPostPolicy, isAnnouncementOnly } from '../../src/contract/legacy-policies.ts'
import type { BasicChannel, TopicsPolicy } from '../../src/contract/shapes/channel.ts'
import type { SystemGroupName } from '../../src/contract/system-groups.ts'
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

/** A channel as the core returns it, in the wire's form. */
export function basicChannel({
  dateCreated,
  postingSystemGroup,
  topicsPolicy,
  ...channel
}: ChannelFieldsFragment): BasicChannel {
  // The core names no other groups than the eight of every organization.
  const postPolicy = channelPostPolicy(postingSystemGroup as SystemGroupName | null)
  return {
    ...channel,
    date_created: Math.floor(Date.parse(dateCreated) / 1000),
    stream_post_policy: postPolicy,
    is_announcement_only: isAnnouncementOnly(postPolicy),
    topics_policy: topicsPolicies[topicsPolicy],
  }
}
