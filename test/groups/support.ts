import type { Person } from '../support/cast.ts'

let count = 0

/** Makes a group with a name of its own; whatever is not given has its default. */
export async function makeGroup(by: Person, given: Record<string, unknown> = {}): Promise<number> {
  const { group_id } = await by
    .post('user_groups/create', { name: `group ${count++}`, description: '', members: [], ...given })
    .succeeds()
  return group_id
}

/** A group as somebody is told it, deactivated or not. */
export async function groupAsTold(to: Person, id: number): Promise<Record<string, unknown>> {
  const { user_groups } = await to.get('user_groups', { include_deactivated_groups: true }).succeeds()
  return user_groups.find((group: { id: number }) => group.id === id)
}

/** The value of a permission setting that consists of users and groups. */
export const these = (users: readonly { readonly id: number }[], groups: readonly number[] = []) => ({
  direct_members: users.map(({ id }) => id).sort((left, right) => left - right),
  direct_subgroups: [...groups].sort((left, right) => left - right),
})
