import { expect, test } from 'vitest'
import { isAtLeast, isRole, type Role, roleName, roleSchema, roles } from '../../src/contract/roles.ts'
import { isInSystemGroup, systemGroupOfUser, systemGroups } from '../../src/contract/system-groups.ts'

test('a smaller number is a higher role', () => {
  expect(isAtLeast(roles.owner, roles.administrator)).toBe(true)
  expect(isAtLeast(roles.moderator, roles.moderator)).toBe(true)
  expect(isAtLeast(roles.guest, roles.member)).toBe(false)
})

test('roles have names, other numbers are no roles', () => {
  expect(roleName(300)).toBe('moderator')
  expect(isRole(500)).toBe(false)
  expect(roleSchema.safeParse(500).success).toBe(false)
})

test.each<[Role, boolean, string]>([
  [roles.owner, true, 'role:owners'],
  [roles.administrator, true, 'role:administrators'],
  [roles.moderator, false, 'role:moderators'],
  [roles.member, true, 'role:fullmembers'],
  [roles.member, false, 'role:members'],
  [roles.guest, true, 'role:everyone'],
])('a user of role %i, waited %s, is directly in %s', (role, waited, group) => {
  expect(systemGroupOfUser(role, waited)).toBe(group)
})

test('membership follows the chain of subgroups', () => {
  const subgroupOf = new Map(systemGroups.map((group) => [group.name, group.subgroup]))
  const chainContains = (outer: (typeof systemGroups)[number]['name'], inner: string) => {
    for (let name: typeof outer | null = outer; name !== null; name = subgroupOf.get(name) ?? null) {
      if (name === inner) return true
    }
    return false
  }
  for (const { name } of systemGroups) {
    for (const role of Object.values(roles)) {
      for (const waited of [true, false]) {
        const direct = systemGroupOfUser(role, waited)
        expect(isInSystemGroup(name, role, waited)).toBe(chainContains(name, direct))
      }
    }
  }
})

test('there are eight system groups', () => {
  expect(systemGroups.map((group) => group.displayName)).toEqual([
    'Nobody',
    'Owners',
    'Administrators',
    'Moderators',
    'Full members',
    'Members',
    'Everyone',
    'Everyone on the internet',
  ])
})
