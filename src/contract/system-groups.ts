import { isAtLeast, type Role, roles } from './roles.ts'

export type SystemGroupName =
  | 'role:nobody'
  | 'role:owners'
  | 'role:administrators'
  | 'role:moderators'
  | 'role:fullmembers'
  | 'role:members'
  | 'role:everyone'
  | 'role:internet'

/** One of the groups that the server keeps in every organization. */
export interface SystemGroup {
  readonly name: SystemGroupName
  readonly displayName: string
  readonly description: string
  /** The next smaller group, whose members belong to this one too. */
  readonly subgroup: SystemGroupName | null
}

/** The eight system groups, smallest first (permissions: "System groups"). */
export const systemGroups: readonly SystemGroup[] = [
  { name: 'role:nobody', displayName: 'Nobody', description: 'Nobody.', subgroup: null },
  { name: 'role:owners', displayName: 'Owners', description: 'Owners.', subgroup: null },
  {
    name: 'role:administrators',
    displayName: 'Administrators',
    description: 'Administrators and owners.',
    subgroup: 'role:owners',
  },
  {
    name: 'role:moderators',
    displayName: 'Moderators',
    description: 'Moderators, administrators and owners.',
    subgroup: 'role:administrators',
  },
  {
    name: 'role:fullmembers',
    displayName: 'Full members',
    description: 'Members past the waiting period, and everybody with a higher role.',
    subgroup: 'role:moderators',
  },
  {
    name: 'role:members',
    displayName: 'Members',
    description: 'Everybody except guests.',
    subgroup: 'role:fullmembers',
  },
  {
    name: 'role:everyone',
    displayName: 'Everyone',
    description: 'Everybody in the organization, guests included.',
    subgroup: 'role:members',
  },
  {
    name: 'role:internet',
    displayName: 'Everyone on the internet',
    description: 'Everybody, with or without an account.',
    subgroup: 'role:everyone',
  },
]

/**
 * The one system group that a user is a direct member of.
 *
 * @param pastWaitingPeriod whether the account is old enough for a full member; counts for members only.
 */
export function systemGroupOfUser(role: Role, pastWaitingPeriod: boolean): SystemGroupName {
  switch (role) {
    case roles.owner:
      return 'role:owners'
    case roles.administrator:
      return 'role:administrators'
    case roles.moderator:
      return 'role:moderators'
    case roles.member:
      return pastWaitingPeriod ? 'role:fullmembers' : 'role:members'
    case roles.guest:
      return 'role:everyone'
  }
}

/** Whether somebody belongs to a system group, directly or through the groups inside it. */
export function isInSystemGroup(name: SystemGroupName, role: Role, pastWaitingPeriod: boolean): boolean {
  switch (name) {
    case 'role:nobody':
      return false
    case 'role:owners':
      return isAtLeast(role, roles.owner)
    case 'role:administrators':
      return isAtLeast(role, roles.administrator)
    case 'role:moderators':
      return isAtLeast(role, roles.moderator)
    case 'role:fullmembers':
      return isAtLeast(role, roles.moderator) || (role === roles.member && pastWaitingPeriod)
    case 'role:members':
      return isAtLeast(role, roles.member)
    case 'role:everyone':
    case 'role:internet':
      return true
  }
}
