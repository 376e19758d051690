import sql from 'sql-template-tag'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { isDatabaseId } from '../contract/database-id.ts'
import { canonicalGroupSetting, type GroupSettingValue } from '../contract/group-setting.ts'
import type { PermissionSetting } from '../contract/permission-settings.ts'
import type { SystemGroupName } from '../contract/system-groups.ts'
import type { Transaction } from '../database/database.ts'
import { insertAnonymousGroup } from './insert-groups.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

/** A new value for one permission setting. */
export interface WantedSetting<Name extends string = string> {
  readonly name: Name
  readonly setting: PermissionSetting
  readonly value: GroupSettingValue
  /** Whether it was given as lists of users and groups: a single group there is canonically that group. */
  readonly isList?: boolean
}

/**
 * Checks values for permission settings and keeps them as groups: a system or named group is its
 * own keeper, everything else gets an unnamed group of its own. Named users and groups are locked
 * against deactivation. (reference: permissions, "Group-setting values")
 *
 * @returns the keeping group's id by the setting's name
 * @throws CodedError BAD_REQUEST, SYSTEM_GROUP_REQUIRED
 */
export async function storeGroupSettings<Name extends string>(
  tx: Transaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  wanted: readonly WantedSetting<Name>[],
): Promise<Map<Name, number>> {
  const canonical = wanted.map((one) => ({
    ...one,
    isList: typeof one.value === 'object',
    value: canonicalGroupSetting(one.value, systemGroups.idOf['role:nobody']),
  }))
  await checkGroupSettings(tx, organizationId, systemGroups, canonical)
  const stored = new Map<Name, number>()
  for (const { name, value } of canonical) {
    stored.set(
      name,
      typeof value === 'number'
        ? value
        : await insertAnonymousGroup(tx, organizationId, value.direct_members, value.direct_subgroups),
    )
  }
  return stored
}

/**
 * Checks values for permission settings, in canonical form, and locks the named users and groups.
 *
 * @throws CodedError BAD_REQUEST, SYSTEM_GROUP_REQUIRED
 */
export async function checkGroupSettings(
  tx: Transaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  wanted: readonly WantedSetting[],
): Promise<void> {
  await checkGroupsAndUsers(tx, organizationId, systemGroups, wanted)
  for (const one of wanted) checkAllowed(systemGroups, one)
}

async function checkGroupsAndUsers(
  tx: Transaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  wanted: readonly WantedSetting[],
): Promise<void> {
  const groups = await loadGroups(tx, organizationId, systemGroups, wanted)
  for (const { name, value, isList } of wanted) {
    for (const id of typeof value === 'number' ? [value] : value.direct_subgroups) {
      const unknown = isList ? `Invalid user group ID in ${name}: ${id}` : 'Invalid user group'
      checkGroup(groups, systemGroups, id, unknown)
    }
  }
  const userIds = new Set(
    wanted.flatMap(({ value }) => (typeof value === 'number' ? [] : value.direct_members)),
  )
  if (userIds.size === 0) return
  const users = await tx.query<{ id: number; isActive: boolean }>(sql`
    SELECT id, is_active FROM "user"
    WHERE organization_id = ${organizationId} AND id = ANY(${[...userIds].filter(isDatabaseId)}::int[]) ORDER BY id FOR SHARE`)
  const active = new Map(users.map((user) => [user.id, user.isActive]))
  for (const id of userIds) {
    const isActive = active.get(id)
    if (isActive === undefined) throw badRequest(`Invalid user ID: ${id}`)
    if (!isActive) throw badRequest(`User is deactivated: ${id}`)
  }
}

/** Whether each named group that is not a system group is deactivated, by id. */
async function loadGroups(
  tx: Transaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  wanted: readonly WantedSetting[],
): Promise<ReadonlyMap<number, boolean>> {
  const ids = wanted
    .flatMap(({ value }) => (typeof value === 'number' ? [value] : value.direct_subgroups))
    .filter((id) => !systemGroups.nameOf.has(id) && isDatabaseId(id))
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: number; deactivated: boolean }>(sql`
    SELECT id, deactivated FROM user_group
    WHERE organization_id = ${organizationId} AND id = ANY(${ids}::int[]) AND kind = 'named'
    ORDER BY id FOR SHARE`)
  return new Map(rows.map((row) => [row.id, row.deactivated]))
}

function checkGroup(
  groups: ReadonlyMap<number, boolean>,
  systemGroups: SystemGroupIds,
  id: number,
  unknown: string,
): void {
  if (systemGroups.nameOf.has(id)) return
  const deactivated = groups.get(id)
  if (deactivated === undefined) throw badRequest(unknown)
  if (deactivated) throw badRequest(`User group is deactivated: ${id}`)
}

function checkAllowed(systemGroups: SystemGroupIds, { name, setting, value }: WantedSetting): void {
  const group = typeof value === 'number' ? systemGroups.nameOf.get(value) : undefined
  if (group === undefined) {
    if (!setting.requireSystemGroup) return
    throw new CodedError('SYSTEM_GROUP_REQUIRED', `'${name}' must be a system user group.`, {
      setting_name: name,
    })
  }
  if (!isAllowed(setting, group)) throw badRequest(`'${name}' setting cannot be set to '${group}' group.`)
}

function isAllowed(setting: PermissionSetting, group: SystemGroupName): boolean {
  if (setting.allowedSystemGroups.length > 0) return setting.allowedSystemGroups.includes(group)
  switch (group) {
    case 'role:nobody':
      return setting.allowNobody
    case 'role:everyone':
      return setting.allowEveryone
    case 'role:internet':
      return setting.allowInternet
    default:
      return true
  }
}
