import { expect, test } from 'vitest'
import { serverSupportedPermissionSettings } from '../../src/contract/shapes/group-permission-setting.ts'
import { registerGates, registerReply } from '../../src/contract/shapes/register-reply.ts'
import { versionOf } from '../../src/contract/version.ts'
import { openObjects } from './closed.ts'
import { channelSample } from './wire-samples.ts'

const envelope = {
  result: 'success',
  msg: '',
  queue_id: '6b7c3a52-8e0e-4a66-9d0e-0f5a2f4a4f0c',
  last_event_id: -1,
  idle_queue_timeout_secs: 600,
  ...versionOf('0.1.0'),
}

test('a reply has the fields of the gates asked for and no others', () => {
  const reply = { ...envelope, streams: [channelSample], max_message_id: 101 }
  expect(registerReply(['stream', 'message']).safeParse(reply).success).toBe(true)
  expect(registerReply(['stream']).safeParse(reply).success).toBe(false)
  expect(registerReply(['stream', 'message', 'subscription']).safeParse(reply).success).toBe(false)
  expect(registerReply([]).safeParse(envelope).success).toBe(true)
})

test('no object in any gate is open', () => {
  for (const gate of ['message', 'realm', 'realm_user', 'stream', 'subscription'] as const) {
    expect(openObjects(registerReply([gate]))).toEqual([])
  }
})

test('no field is under two gates', () => {
  const fields = Object.values(registerGates).flatMap((gate) => Object.keys(gate))
  expect(new Set(fields).size).toBe(fields.length)
})

test('settings of the organization are prefixed, derived ones stand beside them', () => {
  const fields = Object.keys(registerGates.realm)
  expect(fields).toEqual(
    expect.arrayContaining([
      'realm_topics_policy',
      'realm_mandatory_topics',
      'realm_move_messages_within_stream_limit_seconds',
      'realm_zulip_update_announcements_stream_id',
      'realm_can_access_all_users_group',
      'realm_create_multiuse_invite_group',
      'zulip_plan_is_not_limited',
      'jitsi_server_url',
    ]),
  )
})

test('clients learn how each permission may be set', () => {
  expect(serverSupportedPermissionSettings.realm.can_access_all_users_group).toEqual({
    require_system_group: true,
    allow_internet_group: false,
    allow_nobody_group: false,
    allow_everyone_group: true,
    default_group_name: 'role:everyone',
    default_for_system_groups: null,
    allowed_system_groups: ['role:everyone', 'role:members'],
  })
  expect(serverSupportedPermissionSettings.stream.can_administer_channel_group?.default_group_name).toBe(
    'channel_creator',
  )
  expect(serverSupportedPermissionSettings.group.can_join_group?.default_for_system_groups).toBe(
    'role:nobody',
  )
})

test('versions go by both sets of names', () => {
  expect(versionOf('0.1.0')).toMatchObject({
    service_feature_level: 500,
    zulip_feature_level: 500,
    zulip_version: '0.1.0',
  })
})
