import type { GroupSettingValue } from '../contract/group-setting.ts'
import { channelPostPolicy, isAnnouncementOnly } from '../contract/legacy-policies.ts'
import type { ChannelPermission } from '../contract/permission-settings.ts'
import type { BasicChannel } from '../contract/shapes/channel.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { Queryable } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { type GroupSettingReader, readGroupSettings } from '../groups/setting-values.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { channelPermissionColumns } from './permission-columns.ts'

/** A channel as snapshots and events tell of it. */
export type ChannelPresenter = (channel: Channel) => BasicChannel

/** Reads what presenting these channels takes: at most one query for all of them. */
export async function channelPresenter(
  db: Queryable,
  systemGroups: SystemGroupIds,
  channels: readonly Channel[],
): Promise<ChannelPresenter> {
  const groupIds = channels.flatMap((channel) =>
    channelPermissionColumns.map(([, column]) => channel[column]),
  )
  const settingOf = await readGroupSettings(db, systemGroups, groupIds)
  return (channel) => basicChannel(channel, settingOf, systemGroups)
}

function basicChannel(
  channel: Channel,
  settingOf: GroupSettingReader,
  systemGroups: SystemGroupIds,
): BasicChannel {
  const permissions = Object.fromEntries(
    channelPermissionColumns.map(([permission, column]) => [permission, settingOf(channel[column])]),
  ) as Record<ChannelPermission, GroupSettingValue> // One entry for each permission.
  const postPolicy = channelPostPolicy(systemGroups.nameOf.get(channel.canSendMessageGroupId) ?? null)
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: unixSeconds(channel.dateCreated),
    creator_id: channel.creatorId,
    invite_only: channel.inviteOnly,
    is_web_public: channel.isWebPublic,
    stream_post_policy: postPolicy,
    message_retention_days: channel.messageRetentionDays,
    default_push_notifications: channel.defaultPushNotifications,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    topics_policy: channel.topicsPolicy,
    first_message_id: channel.firstMessageId,
    folder_id: channel.folderId,
    is_recently_active: channel.isRecentlyActive,
    is_announcement_only: isAnnouncementOnly(postPolicy),
    ...permissions,
    subscriber_count: channel.subscriberCount,
    stream_weekly_traffic: channel.weeklyTraffic,
  }
}
