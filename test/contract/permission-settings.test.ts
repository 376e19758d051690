import { expect, test } from 'vitest'
import {
  channelPermissionSettings,
  educationPermissionDefaults,
  organizationPermissionSettings,
  type PermissionSetting,
  userGroupPermissionSettings,
} from '../../src/contract/permission-settings.ts'

/** Name, default, and whether nobody and everyone are allowed: the reference's tables, row by row. */
function rows(settings: Readonly<Record<string, PermissionSetting>>): string[] {
  return Object.entries(settings).map(([name, setting]) => {
    const allowed = [setting.allowNobody ? 'N' : '-', setting.allowEveryone ? 'E' : '-'].join('')
    return `${name} ${setting.defaultGroup.replace('role:', '')} ${allowed}`
  })
}

test('organization permissions are those of the reference', () => {
  expect(rows(organizationPermissionSettings).sort()).toEqual([
    'can_access_all_users_group everyone -E',
    'can_add_custom_emoji_group members N-',
    'can_add_subscribers_group members N-',
    'can_create_bots_group members N-',
    'can_create_groups members N-',
    'can_create_private_channel_group members N-',
    'can_create_public_channel_group members N-',
    'can_create_web_public_channel_group owners N-',
    'can_create_write_only_bots_group members N-',
    'can_delete_any_message_group administrators N-',
    'can_delete_own_message_group everyone NE',
    'can_invite_users_group members N-',
    'can_manage_all_groups owners --',
    'can_manage_billing_group administrators --',
    'can_mention_many_users_group administrators NE',
    'can_move_messages_between_channels_group members N-',
    'can_move_messages_between_topics_group everyone NE',
    'can_resolve_topics_group everyone NE',
    'can_set_delete_message_policy_group moderators N-',
    'can_set_topics_policy_group members NE',
    'can_summarize_topics_group everyone NE',
    'create_multiuse_invite_group administrators N-',
    'direct_message_initiator_group everyone NE',
    'direct_message_permission_group everyone NE',
    'workplace_users_group everyone NE',
  ])
})

test('channel permissions are those of the reference', () => {
  expect(rows(channelPermissionSettings).sort()).toEqual([
    'can_add_subscribers_group nobody N-',
    'can_administer_channel_group channel_creator N-',
    'can_create_topic_group everyone NE',
    'can_delete_any_message_group nobody NE',
    'can_delete_own_message_group nobody NE',
    'can_move_messages_out_of_channel_group nobody NE',
    'can_move_messages_within_channel_group nobody NE',
    'can_remove_subscribers_group administrators NE',
    'can_resolve_topics_group nobody NE',
    'can_send_message_group everyone NE',
    'can_subscribe_group nobody N-',
  ])
})

test('user-group permissions are those of the reference', () => {
  expect(rows(userGroupPermissionSettings).sort()).toEqual([
    'can_add_members_group group_creator N-',
    'can_join_group nobody N-',
    'can_leave_group everyone NE',
    'can_manage_group group_creator N-',
    'can_mention_group everyone NE',
    'can_remove_members_group nobody N-',
  ])
})

test('two settings take system groups only', () => {
  const restricted = Object.entries(organizationPermissionSettings).filter(
    ([, setting]) => setting.requireSystemGroup,
  )
  expect(restricted.map(([name, setting]) => [name, setting.allowedSystemGroups])).toEqual([
    ['can_access_all_users_group', ['role:everyone', 'role:members']],
    [
      'can_create_web_public_channel_group',
      ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
    ],
  ])
})

test('a default is always an allowed value', () => {
  for (const setting of [
    ...Object.values(organizationPermissionSettings),
    ...Object.values(channelPermissionSettings),
    ...Object.values(userGroupPermissionSettings),
  ]) {
    if (setting.defaultGroup === 'role:nobody') expect(setting.allowNobody).toBe(true)
    if (setting.defaultGroup === 'role:everyone') expect(setting.allowEveryone).toBe(true)
    expect(setting.allowInternet).toBe(false)
  }
})

test('organizations for education start with stricter values', () => {
  expect(educationPermissionDefaults).toMatchObject({
    can_invite_users_group: 'role:administrators',
    can_create_groups: 'role:moderators',
  })
})
