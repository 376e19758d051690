import sql from 'sql-template-tag'
import { CodedError } from '../contract/coded-error.ts'
import {
  canonicalGroupSetting,
  type GroupSettingValue,
  type GroupSettingValueUpdate,
  sameGroupSetting,
} from '../contract/group-setting.ts'
import type { Transaction } from '../database/database.ts'
import { fillGroup, insertAnonymousGroup } from './insert-groups.ts'
import { readGroupSettings } from './setting-values.ts'
import { checkGroupSettings, type WantedSetting } from './store-setting-values.ts'
import type { SystemGroupIds } from './system-group-ids.ts'

/** A wanted change of one permission setting. */
export interface SettingChange<Name extends string = string>
  extends Pick<WantedSetting<Name>, 'name' | 'setting'> {
  /** The group in which the present value is kept, read from a row that the transaction has locked. */
  readonly keeperId: number
  /** The new value, and the one that the client takes for the present one, if it told. */
  readonly change: GroupSettingValueUpdate
}

/** A change that took place. */
export interface ChangedSetting {
  /** The group in which the new value is kept: write it to the setting's own row. */
  readonly keeperId: number
  /** As clients knew it, in canonical form. */
  readonly old: GroupSettingValue
  /** As clients are told it, in canonical form. */
  readonly new: GroupSettingValue
}

/**
 * Changes values of permission settings. An unnamed group that keeps a value goes on keeping the next
 * one; when a system group or a named one takes its place, it is left for the collection, because a
 * request that has just read its id may still ask for it. Named groups and users are locked as by
 * {@link storeGroupSettings}. (reference: permissions, "Group-setting values")
 *
 * @param changes of settings whose own rows (channel, group, organization_permission) the transaction
 *   has locked
 * @returns what changed, by the setting's name; a value that stays as it is has no entry
 * @throws CodedError EXPECTATION_MISMATCH, BAD_REQUEST, SYSTEM_GROUP_REQUIRED
 */
export async function changeGroupSettings<Name extends string>(
  tx: Transaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  changes: readonly SettingChange<Name>[],
): Promise<Map<Name, ChangedSetting>> {
  const anonymous = await lockAnonymous(tx, systemGroups, changes)
  const settingOf = await readGroupSettings(tx, systemGroups, anonymous)
  const canonical = (value: GroupSettingValue) =>
    canonicalGroupSetting(value, systemGroups.idOf['role:nobody'])
  const differing = changes.flatMap(({ change, ...rest }) => {
    const current = settingOf(rest.keeperId)
    if (change.old !== undefined && !sameGroupSetting(canonical(change.old), current)) {
      throw new CodedError('EXPECTATION_MISMATCH', `'${rest.name}' has another value than 'old' says.`, {
        field_name: 'old',
      })
    }
    const value = canonical(change.new)
    const isList = typeof change.new === 'object'
    return sameGroupSetting(value, current) ? [] : [{ ...rest, old: current, value, isList }]
  })
  await checkGroupSettings(tx, organizationId, systemGroups, differing)
  const changed = new Map<Name, ChangedSetting>()
  for (const { name, keeperId, old, value } of differing) {
    const former = anonymous.has(keeperId) ? keeperId : undefined
    changed.set(name, { keeperId: await keep(tx, organizationId, value, former), old, new: value })
  }
  return changed
}

/** Ids of the unnamed groups among the present keepers, locked in their order. */
async function lockAnonymous(
  tx: Transaction,
  systemGroups: SystemGroupIds,
  changes: readonly SettingChange[],
): Promise<ReadonlySet<number>> {
  const ids = changes.map(({ keeperId }) => keeperId).filter((id) => !systemGroups.nameOf.has(id))
  if (ids.length === 0) return new Set()
  const rows = await tx.query<{ id: number }>(sql`
    SELECT id FROM user_group WHERE id = ANY(${ids}::int[]) AND kind = 'anonymous'
    ORDER BY id FOR NO KEY UPDATE`)
  return new Set(rows.map(({ id }) => id))
}

/** Keeps one value; returns the id of the group that does. */
async function keep(
  tx: Transaction,
  organizationId: number,
  value: GroupSettingValue,
  former: number | undefined,
): Promise<number> {
  if (typeof value !== 'number') {
    const { direct_members: members, direct_subgroups: subgroups } = value
    if (former === undefined) return insertAnonymousGroup(tx, organizationId, members, subgroups)
    await tx.query(sql`DELETE FROM user_group_member WHERE group_id = ${former}`)
    await tx.query(sql`DELETE FROM user_group_subgroup WHERE supergroup_id = ${former}`)
    await fillGroup(tx, former, members, subgroups)
    return former
  }
  if (former !== undefined) {
    await tx.query(sql`UPDATE user_group SET abandoned_at = now() WHERE id = ${former}`)
  }
  return value
}
