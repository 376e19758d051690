import { expect, test } from 'vitest'
import {
  allowEditHistory,
  channelCreationPolicy,
  channelPostPolicy,
  isAnnouncementOnly,
  mandatoryTopics,
  type PermissionHolder,
  webPublicChannelCreationPolicy,
  wildcardMentionPolicy,
} from '../../src/contract/legacy-policies.ts'

/** Old numbers for creating channels, creating web-public ones, mentioning many, and posting. */
const table: [PermissionHolder, number, number, number, number][] = [
  ['role:nobody', 2, 6, 6, 1],
  ['role:owners', 2, 7, 5, 1],
  ['role:administrators', 2, 2, 5, 2],
  ['role:moderators', 4, 4, 7, 4],
  ['role:fullmembers', 3, 4, 3, 3],
  ['role:members', 1, 4, 2, 1],
  ['role:everyone', 1, 4, 1, 1],
  [null, 1, 4, 1, 1],
]

test.each(table)('the old numbers for %s', (holder, create, createWebPublic, mention, post) => {
  expect(channelCreationPolicy(holder)).toBe(create)
  expect(webPublicChannelCreationPolicy(holder)).toBe(createWebPublic)
  expect(wildcardMentionPolicy(holder)).toBe(mention)
  expect(channelPostPolicy(holder)).toBe(post)
  expect(isAnnouncementOnly(channelPostPolicy(holder))).toBe(holder === 'role:administrators')
})

test('the old answers of yes and no', () => {
  expect(allowEditHistory('all')).toBe(true)
  expect(allowEditHistory('moves')).toBe(true)
  expect(allowEditHistory('none')).toBe(false)
  expect(mandatoryTopics('disable_empty_topic')).toBe(true)
  expect(mandatoryTopics('allow_empty_topic')).toBe(false)
})
