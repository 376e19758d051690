import type { OrganizationSettings } from './organization-settings.ts'
import type { StreamPostPolicy } from './shapes/channel.ts'
import type { SystemGroupName } from './system-groups.ts'

/**
 * The system group that is the whole value of a permission setting; null for any other group, which
 * the old numbers can't express and which therefore counts as the largest (register-response:
 * "message history and permissions").
 */
export type PermissionHolder = SystemGroupName | null

/** The old number for who may create public or private channels: 1 members … 2 administrators. */
export function channelCreationPolicy(holder: PermissionHolder): 1 | 2 | 3 | 4 {
  switch (holder) {
    case 'role:nobody':
    case 'role:owners':
    case 'role:administrators':
      return 2
    case 'role:moderators':
      return 4
    case 'role:fullmembers':
      return 3
    default:
      return 1
  }
}

/** The old number for who may create web-public channels: 2 administrators, 4 moderators, 6 nobody, 7 owners. */
export function webPublicChannelCreationPolicy(holder: PermissionHolder): 2 | 4 | 6 | 7 {
  switch (holder) {
    case 'role:nobody':
      return 6
    case 'role:owners':
      return 7
    case 'role:administrators':
      return 2
    default:
      return 4
  }
}

/** The old number for who may mention many: 1 anybody, 2 members, 3 full members, 5 administrators, 6 nobody, 7 moderators. */
export function wildcardMentionPolicy(holder: PermissionHolder): 1 | 2 | 3 | 5 | 6 | 7 {
  switch (holder) {
    case 'role:nobody':
      return 6
    case 'role:owners':
    case 'role:administrators':
      return 5
    case 'role:moderators':
      return 7
    case 'role:fullmembers':
      return 3
    case 'role:members':
      return 2
    default:
      return 1
  }
}

/** The old number for who may post to a channel; any group without a number of its own is 1. */
export function channelPostPolicy(holder: PermissionHolder): StreamPostPolicy {
  switch (holder) {
    case 'role:administrators':
      return 2
    case 'role:fullmembers':
      return 3
    case 'role:moderators':
      return 4
    default:
      return 1
  }
}

/** The still older yes or no for the same. */
export function isAnnouncementOnly(policy: StreamPostPolicy): boolean {
  return policy === 2
}

/** The old yes or no for whether edit history is shown. */
export function allowEditHistory(
  policy: OrganizationSettings['messageEditHistoryVisibilityPolicy'],
): boolean {
  return policy !== 'none'
}

/** The old yes or no for whether messages need a topic. */
export function mandatoryTopics(policy: OrganizationSettings['topicsPolicy']): boolean {
  return policy === 'disable_empty_topic'
}
