import type * as z from 'zod'
import type { visibilityPolicy } from '../contract/events/user-topic.ts'

/** How a user treats a topic: 0 as its channel, 1 muted, 2 unmuted, 3 followed. */
export type VisibilityPolicy = z.output<typeof visibilityPolicy>

/** The policies by name. */
export const visibilityPolicies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Whether a topic is muted: by itself, or because its channel is (reference: "Effective mute"). */
export function isTopicMuted(policy: VisibilityPolicy, isChannelMuted: boolean): boolean {
  const { none, muted } = visibilityPolicies
  return policy === muted || (policy === none && isChannelMuted)
}

/** The policies that can come by themselves. */
export type AutomaticPolicy = typeof visibilityPolicies.unmuted | typeof visibilityPolicies.followed
