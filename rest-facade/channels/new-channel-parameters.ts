import type { z } from 'zod'
import { groupSettingValue } from '../../src/contract/group-setting.ts'
import { type ChannelPermission, channelPermissionSettings } from '../../src/contract/permission-settings.ts'
import { topicsPolicy } from '../../src/contract/shapes/channel.ts'
import type { NewChannelSettingsInput } from '../generated/operations.ts'
import { boolean, integer, json, textOrJson } from '../parameters/json.ts'
import type { Parameter, ParameterValues } from '../parameters/parameter.ts'
import { topicsPolicyInput } from './basic-channel.ts'
import { retentionDays, retentionParameter } from './retention-parameter.ts'

const permissions = Object.keys(channelPermissionSettings) as ChannelPermission[] // keys() widens to string

const permissionParameters = Object.fromEntries(
  permissions.map((permission) => [
    permission,
    json(groupSettingValue)
      .optional()
      .describe(`Who may ${channelPermissionSettings[permission].may}: a group, or users and groups.`),
  ]),
) as Record<ChannelPermission, Parameter<z.output<typeof groupSettingValue> | undefined>> // One for each.

/** What new channels are like, at every endpoint that makes some. */
export const newChannelParameters = {
  invite_only: boolean().default(false).describe('Private: only subscribers see what is in it.'),
  is_web_public: boolean().default(false).describe('Visitors without an account can read it.'),
  is_default_stream: boolean().default(false).describe('New users are subscribed; administrators only.'),
  history_public_to_subscribers: boolean()
    .optional()
    .describe('False: subscribers read only what arrived while they were subscribed. Private channels only.'),
  message_retention_days: retentionParameter().optional(),
  default_push_notifications: boolean()
    .optional()
    .describe('Mobile push is on at a user’s first subscription; administrators only.'),
  topics_policy: textOrJson(topicsPolicy).default('inherit').describe('Which topics it has.'),
  folder_id: integer({ min: 0 }).optional().describe('Channel folder to put it in.'),
  ...permissionParameters,
}

/** The core's input for these parameters. */
export function newChannelSettings(
  given: ParameterValues<typeof newChannelParameters>,
): NewChannelSettingsInput {
  return {
    isPrivate: given.invite_only,
    isWebPublic: given.is_web_public,
    isDefault: given.is_default_stream,
    historyPublicToSubscribers: given.history_public_to_subscribers,
    messageRetentionDays: retentionDays(given.message_retention_days),
    defaultPushNotifications: given.default_push_notifications,
    topicsPolicy: topicsPolicyInput(given.topics_policy),
    folderDatabaseId: given.folder_id,
    canAddSubscribersGroup: given.can_add_subscribers_group,
    canAdministerChannelGroup: given.can_administer_channel_group,
    canCreateTopicGroup: given.can_create_topic_group,
    canDeleteAnyMessageGroup: given.can_delete_any_message_group,
    canDeleteOwnMessageGroup: given.can_delete_own_message_group,
    canMoveMessagesOutOfChannelGroup: given.can_move_messages_out_of_channel_group,
    canMoveMessagesWithinChannelGroup: given.can_move_messages_within_channel_group,
    canRemoveSubscribersGroup: given.can_remove_subscribers_group,
    canResolveTopicsGroup: given.can_resolve_topics_group,
    canSendMessageGroup: given.can_send_message_group,
    canSubscribeGroup: given.can_subscribe_group,
  }
}
