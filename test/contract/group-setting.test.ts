import { expect, test } from 'vitest'
import {
  canonicalGroupSetting,
  type GroupSettingValue,
  groupSettingValue,
  groupSettingValueUpdate,
  sameGroupSetting,
} from '../../src/contract/group-setting.ts'

const nobody = 1
const of = (direct_members: number[], direct_subgroups: number[]) => ({ direct_members, direct_subgroups })

test.each<[GroupSettingValue, GroupSettingValue]>([
  [9, 9],
  [of([], []), nobody],
  [of([], [9]), 9],
  [of([], [9, 9]), 9],
  [of([], [9, 4]), of([], [4, 9])],
  [of([12, 11, 12], []), of([11, 12], [])],
  [of([11], [9]), of([11], [9])],
  [of([100, 20], [30, 4]), of([20, 100], [4, 30])],
])('%j is stored as %j', (value, canonical) => {
  expect(canonicalGroupSetting(value, nobody)).toEqual(canonical)
})

test('canonical values are equal when they name the same', () => {
  expect(sameGroupSetting(9, 9)).toBe(true)
  expect(sameGroupSetting(9, of([], [9, 10]))).toBe(false)
  expect(sameGroupSetting(of([11], [4]), of([11], [4]))).toBe(true)
  expect(sameGroupSetting(of([11], [4]), of([11, 12], [4]))).toBe(false)
})

test('values and updates are closed', () => {
  expect(groupSettingValue.safeParse({ ...of([], []), extra: 1 }).success).toBe(false)
  expect(groupSettingValue.safeParse(1.5).success).toBe(false)
  expect(groupSettingValueUpdate.safeParse({ new: 9 }).success).toBe(true)
  expect(groupSettingValueUpdate.safeParse({ new: of([11], []), old: 9 }).success).toBe(true)
  expect(groupSettingValueUpdate.safeParse({ old: 9 }).success).toBe(false)
})
