import { expect, expectTypeOf, test } from 'vitest'
import {
  type OrganizationSettings,
  organizationSettings,
  organizationSettingTable,
} from '../../src/contract/organization-settings.ts'
import { type SettingTable, wireValues } from '../../src/contract/setting-table.ts'
import { userColumnSettings, userSettings, userSettingTable } from '../../src/contract/user-settings.ts'

test('what is stored stands over the defaults', () => {
  const settings = organizationSettings({ inviteRequired: false, messageContentEditLimitSeconds: null })
  expect(settings.inviteRequired).toBe(false)
  expect(settings.messageContentEditLimitSeconds).toBeNull()
  expect(settings.waitingPeriodThreshold).toBe(0)
})

test.each([undefined, null, 7, 'text', []])('%j stores nothing', (stored) => {
  expect(organizationSettings(stored)).toEqual(organizationSettings({}))
  expect(userSettings(stored).webHomeView).toBe('inbox')
})

test('values that a setting does not take, and unknown ones, are passed over', () => {
  const settings = organizationSettings({ messageContentEditLimitSeconds: 0, retired: true })
  expect(settings).toEqual(organizationSettings({}))
})

test.each<[string, SettingTable]>([
  ['organization', organizationSettingTable],
  ['user', { ...userSettingTable, ...userColumnSettings }],
])('every default of an %s is a value that its setting takes', (_owner, table) => {
  for (const [name, setting] of Object.entries(table)) {
    expect(setting.schema.safeParse(setting.default).success, name).toBe(true)
  }
  const wireNames = Object.values(table).map((setting) => setting.wireName)
  expect(new Set(wireNames).size).toBe(wireNames.length)
})

test('defaults are those of the reference', () => {
  expect(organizationSettings({})).toMatchObject({
    allowMessageEditing: true,
    messageContentDeleteLimitSeconds: 600,
    moveMessagesBetweenChannelsLimitSeconds: 604_800,
    messageRetentionDays: -1,
    disallowDisposableEmailAddresses: true,
    digestWeekday: 1,
    mediaPreviewSize: 100,
    signupAnnouncementsChannelId: -1,
  })
  expect(userSettings({})).toMatchObject({
    userListStyle: 3,
    emailNotificationsBatchingPeriodSeconds: 120,
    automaticallyUnmuteTopicsInMutedChannelsPolicy: 2,
    resolvedTopicNoticeAutoReadPolicy: 'except_followed',
    enableChannelPushNotifications: false,
  })
})

test('settings go by their wire names outside', () => {
  const values = wireValues(
    organizationSettingTable,
    'realm_',
    organizationSettings({ topicsPolicy: 'disable_empty_topic' }),
  )
  expect(values.realm_topics_policy).toBe('disable_empty_topic')
  expect(values.realm_org_type).toBe(0)
  expect(wireValues(userSettingTable, '', userSettings({})).enable_stream_push_notifications).toBe(false)
})

test('types follow the table', () => {
  expectTypeOf<OrganizationSettings['topicsPolicy']>().toEqualTypeOf<
    'allow_empty_topic' | 'disable_empty_topic'
  >()
  expectTypeOf<OrganizationSettings['jitsiServerUrl']>().toEqualTypeOf<string | null>()
})
