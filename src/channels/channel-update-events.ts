import type { CanonicalEventOf } from '../contract/events/kinds.ts'
import type { GroupSettingValue } from '../contract/group-setting.ts'
import { channelPostPolicy, isAnnouncementOnly } from '../contract/legacy-policies.ts'
import type { ChannelPermission } from '../contract/permission-settings.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { announceReturn } from './announce-return.ts'
import { announceSightChange } from './announce-sight.ts'
import { usersWhoSee } from './audience.ts'
import { samePrivacy } from './privacy.ts'

/** What changed about a channel. */
export interface ChannelChanges {
  readonly before: Channel
  /** As it is kept now. */
  readonly after: Channel
  /** The new values of permissions, where they changed. */
  readonly permissions: ReadonlyMap<ChannelPermission, GroupSettingValue>
  /** Who could know of it before, ascending. */
  readonly sawBefore: readonly number[]
}

type StreamUpdate = CanonicalEventOf<'stream/update'>
type Extra = Partial<
  Pick<StreamUpdate, 'rendered_description' | 'history_public_to_subscribers' | 'is_web_public'>
>

/**
 * The event of one changed property.
 *
 * @param channel with the name that clients know
 */
export function propertyEvent(
  { id, name, isArchived }: Pick<Channel, 'id' | 'name' | 'isArchived'>,
  property: string,
  value: StreamUpdate['value'],
  extra: Extra = {},
): StreamUpdate {
  const ofArchived = isArchived && property !== 'is_archived' && { of_archived_channel: true as const }
  return { type: 'stream', op: 'update', stream_id: id, name, property, value, ...extra, ...ofArchived }
}

/**
 * Tells of a changed channel: those who lost sight of it that it is gone, those who gained sight all
 * of it, the others what changed (reference: events, "Change channel property").
 */
export async function announceChanges(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  changes: ChannelChanges,
): Promise<void> {
  const { before, after, permissions, sawBefore } = changes
  const sightMayChange = permissions.size > 0 || !samePrivacy(before, after)
  const seesAfter = sightMayChange ? await usersWhoSee(tx, after, 'metadata') : sawBefore
  const stayed = await announceSightChange(tx, systemGroups, after, sawBefore, seesAfter)
  if (before.isArchived && !after.isArchived) await announceReturn(tx, systemGroups, after, stayed)
  for (const event of propertyEvents(changes, systemGroups)) tx.announce({ payload: event, audience: stayed })
}

function propertyEvents(
  { before, after, permissions }: ChannelChanges,
  systemGroups: SystemGroupIds,
): StreamUpdate[] {
  const events: StreamUpdate[] = []
  const tell = (property: string, value: StreamUpdate['value'], extra?: Extra) =>
    events.push(propertyEvent(after, property, value, extra))
  if (!samePrivacy(before, after)) {
    tell('invite_only', after.inviteOnly, {
      history_public_to_subscribers: after.historyPublicToSubscribers,
      is_web_public: after.isWebPublic,
    })
  }
  if (before.name !== after.name) tell('name', after.name)
  if (before.description !== after.description) {
    tell('description', after.description, { rendered_description: after.renderedDescription })
  }
  if (before.topicsPolicy !== after.topicsPolicy) tell('topics_policy', after.topicsPolicy)
  if (before.messageRetentionDays !== after.messageRetentionDays) {
    tell('message_retention_days', after.messageRetentionDays)
  }
  if (before.defaultPushNotifications !== after.defaultPushNotifications) {
    tell('default_push_notifications', after.defaultPushNotifications)
  }
  if (before.folderId !== after.folderId) tell('folder_id', after.folderId)
  for (const [permission, value] of permissions) {
    tell(permission, value)
    if (permission === 'can_send_message_group') {
      const policy = channelPostPolicy(systemGroups.nameOf.get(after.canSendMessageGroupId) ?? null)
      tell('stream_post_policy', policy)
      tell('is_announcement_only', isAnnouncementOnly(policy))
    }
  }
  return events
}
