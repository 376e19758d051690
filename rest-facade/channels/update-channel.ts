import { z } from 'zod'
import { databaseId } from '../../src/contract/database-id.ts'
import type { GroupSettingValueUpdate } from '../../src/contract/group-setting.ts'
import { textLimits } from '../../src/contract/limits.ts'
import { type ChannelPermission, channelPermissionSettings } from '../../src/contract/permission-settings.ts'
import { topicsPolicy } from '../../src/contract/shapes/channel.ts'
import { endpoint } from '../endpoint.ts'
import { UpdateChannelDocument } from '../generated/operations.ts'
import { groupSettingChange } from '../parameters/group-setting.ts'
import { boolean, json, textOrJson } from '../parameters/json.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { pathInteger } from '../parameters/path.ts'
import { text } from '../parameters/text.ts'
import { topicsPolicyInput } from './basic-channel.ts'
import { retentionDays, retentionParameter } from './retention-parameter.ts'

const permissions = Object.keys(channelPermissionSettings) as ChannelPermission[] // keys() widens to string

const permissionParameters = Object.fromEntries(
  permissions.map((permission) => [
    permission,
    groupSettingChange()
      .optional()
      .describe(`Who may ${channelPermissionSettings[permission].may}: the new value, and the old one.`),
  ]),
) as Record<ChannelPermission, Parameter<GroupSettingValueUpdate | undefined>> // One for each.

export const updateChannel = endpoint('PATCH /streams/:stream_id', {
  summary: 'Change a channel',
  description: 'Name, description, privacy, folder, policies and permissions; for those who administer it.',
  parameters: {
    stream_id: pathInteger(),
    description: text({ maxLength: textLimits.channelDescription }).optional().describe('Markdown.'),
    new_name: text({ nonBlank: true, maxLength: textLimits.channelName }).optional(),
    is_private: boolean().optional().describe('Only subscribers see what is in it.'),
    is_web_public: boolean().optional().describe('Visitors without an account can read it.'),
    history_public_to_subscribers: boolean()
      .optional()
      .describe(
        'False: subscribers read only what arrives while they are subscribed. Private channels only.',
      ),
    is_default_stream: boolean().optional().describe('New users are subscribed; administrators only.'),
    message_retention_days: retentionParameter().optional(),
    default_push_notifications: boolean()
      .optional()
      .describe('Mobile push is on at a user’s first subscription; administrators only.'),
    is_archived: boolean().optional().describe('False takes it out of the archive; true has no effect.'),
    folder_id: json(databaseId.nullable()).optional().describe('Channel folder; null for none.'),
    topics_policy: textOrJson(topicsPolicy).optional().describe('Which topics it has.'),
    ...permissionParameters,
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(UpdateChannelDocument, {
    input: {
      databaseId: parameters.stream_id,
      name: parameters.new_name,
      description: parameters.description,
      isPrivate: parameters.is_private,
      isWebPublic: parameters.is_web_public,
      historyPublicToSubscribers: parameters.history_public_to_subscribers,
      isDefault: parameters.is_default_stream,
      messageRetentionDays: retentionDays(parameters.message_retention_days),
      defaultPushNotifications: parameters.default_push_notifications,
      isArchived: parameters.is_archived,
      folderDatabaseId: parameters.folder_id,
      topicsPolicy: parameters.topics_policy && topicsPolicyInput(parameters.topics_policy),
      canAddSubscribersGroup: parameters.can_add_subscribers_group,
      canAdministerChannelGroup: parameters.can_administer_channel_group,
      canCreateTopicGroup: parameters.can_create_topic_group,
      canDeleteAnyMessageGroup: parameters.can_delete_any_message_group,
      canDeleteOwnMessageGroup: parameters.can_delete_own_message_group,
      canMoveMessagesOutOfChannelGroup: parameters.can_move_messages_out_of_channel_group,
      canMoveMessagesWithinChannelGroup: parameters.can_move_messages_within_channel_group,
      canRemoveSubscribersGroup: parameters.can_remove_subscribers_group,
      canResolveTopicsGroup: parameters.can_resolve_topics_group,
      canSendMessageGroup: parameters.can_send_message_group,
      canSubscribeGroup: parameters.can_subscribe_group,
    },
  })
  return {}
})
