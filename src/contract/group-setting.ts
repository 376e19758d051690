import * as z from 'zod'

/** The users and groups that an unnamed group consists of. */
export const groupSettingMembers = z.strictObject({
  direct_members: z.array(z.int()),
  direct_subgroups: z.array(z.int()),
})

/** Who holds a permission: one group by its id, or users and groups that no named group unites. */
export const groupSettingValue = z.union([z.int(), groupSettingMembers])

/** A change of such a value; `old` is what the client believes to be current. */
export const groupSettingValueUpdate = z.strictObject({
  new: groupSettingValue,
  old: groupSettingValue.optional(),
})

export type GroupSettingMembers = z.output<typeof groupSettingMembers>
export type GroupSettingValue = z.output<typeof groupSettingValue>
export type GroupSettingValueUpdate = z.output<typeof groupSettingValueUpdate>

/**
 * The one form in which a value is stored, compared and sent: lists ascending without repetition;
 * a lone subgroup is that group's id; nothing at all is the id of `role:nobody`.
 */
export function canonicalGroupSetting(value: GroupSettingValue, nobodyGroupId: number): GroupSettingValue {
  if (typeof value === 'number') return value
  const members = ascending(value.direct_members)
  const subgroups = ascending(value.direct_subgroups)
  if (members.length > 0) return { direct_members: members, direct_subgroups: subgroups }
  const [first, second] = subgroups
  if (first === undefined) return nobodyGroupId
  return second === undefined ? first : { direct_members: [], direct_subgroups: subgroups }
}

/** Whether two canonical values name the same users and groups. */
export function sameGroupSetting(left: GroupSettingValue, right: GroupSettingValue): boolean {
  if (typeof left === 'number' || typeof right === 'number') return left === right
  return (
    sameList(left.direct_members, right.direct_members) &&
    sameList(left.direct_subgroups, right.direct_subgroups)
  )
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((left, right) => left - right)
}

function sameList(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index])
}
