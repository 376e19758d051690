import { groupSettingValue } from '../group-setting.ts'
import type { OrganizationPermission } from '../permission-settings.ts'

/** The organization's permission settings as events name them; register puts `realm_` before each. */
export const organizationPermissionFields = {
  create_multiuse_invite_group: groupSettingValue,
  can_access_all_users_group: groupSettingValue,
  can_add_custom_emoji_group: groupSettingValue,
  can_add_subscribers_group: groupSettingValue,
  can_create_bots_group: groupSettingValue,
  can_create_write_only_bots_group: groupSettingValue,
  can_create_groups: groupSettingValue,
  can_create_private_channel_group: groupSettingValue,
  can_create_public_channel_group: groupSettingValue,
  can_create_web_public_channel_group: groupSettingValue,
  can_delete_any_message_group: groupSettingValue,
  can_delete_own_message_group: groupSettingValue,
  can_invite_users_group: groupSettingValue,
  can_manage_all_groups: groupSettingValue,
  can_manage_billing_group: groupSettingValue,
  can_mention_many_users_group: groupSettingValue,
  can_move_messages_between_channels_group: groupSettingValue,
  can_move_messages_between_topics_group: groupSettingValue,
  can_resolve_topics_group: groupSettingValue,
  can_set_delete_message_policy_group: groupSettingValue,
  can_set_topics_policy_group: groupSettingValue,
  can_summarize_topics_group: groupSettingValue,
  direct_message_initiator_group: groupSettingValue,
  direct_message_permission_group: groupSettingValue,
  workplace_users_group: groupSettingValue,
} as const satisfies Record<OrganizationPermission, typeof groupSettingValue>
