import { canonicalGroupSetting } from '../../../src/contract/group-setting.ts'
import type { Fold, FoldedEvent, State } from './state.ts'

const lists = ['realm_users', 'realm_non_active_users'] as const

function find(state: State, userId: number): FoldedEvent | undefined {
  for (const list of lists) {
    const user = state[list].find((one: FoldedEvent) => one.user_id === userId)
    if (user) return user
  }
  return undefined
}

function take(state: State, userId: number): FoldedEvent[] {
  const taken: FoldedEvent[] = []
  for (const list of lists) {
    taken.push(...state[list].filter((one: FoldedEvent) => one.user_id === userId))
    state[list] = state[list].filter((one: FoldedEvent) => one.user_id !== userId)
  }
  return taken
}

const fieldsOfRole = (role: number) => ({
  role,
  is_owner: role === 100,
  is_admin: role <= 200,
  is_guest: role === 600,
})

/** Events of type `realm_user` on the gate of the same name. */
export const foldRealmUser: Fold = (state, { op, person }) => {
  if (!state.realm_users) return
  if (op === 'add') {
    const { is_active, ...listed } = person
    // Lists know each user once: somebody real comes for a stand-in, and the other way round.
    take(state, person.user_id)
    state[is_active ? 'realm_users' : 'realm_non_active_users'].push(listed)
    return
  }
  if (op === 'remove') {
    take(state, person.user_id)
    return
  }
  const { user_id, is_active, new_email, role, custom_profile_field: _field, ...rest } = person
  // Lists have neither of these.
  const { avatar_source: _source, avatar_url_medium: _medium, ...changed } = rest
  const user = find(state, user_id)
  if (!user) return
  Object.assign(user, changed)
  if (new_email !== undefined) user.email = new_email
  if (role !== undefined) Object.assign(user, fieldsOfRole(role))
  if (is_active !== undefined) {
    const taken = take(state, user_id)
    state[is_active ? 'realm_users' : 'realm_non_active_users'].push(...taken)
    if (!is_active) dropFromGroups(state, user_id)
  }
  if (user_id === state.user_id) foldOwn(state, person)
}

/** Clients take deactivated users out of groups and settings themselves. */
function dropFromGroups(state: State, userId: number): void {
  const others = (ids: readonly number[]) => ids.filter((id) => id !== userId)
  const nobody = state.realm_user_groups?.find(({ name }: FoldedEvent) => name === 'role:nobody')?.id
  const holders: FoldedEvent[] = [
    state,
    ...(state.realm_user_groups ?? []),
    ...['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((list) => state[list] ?? []),
  ]
  for (const holder of holders) {
    if (holder.direct_subgroup_ids) holder.members = others(holder.members)
    for (const [name, value] of Object.entries(holder)) {
      if (!value?.direct_members?.includes(userId)) continue
      holder[name] = canonicalGroupSetting({ ...value, direct_members: others(value.direct_members) }, nobody)
    }
  }
}

function foldOwn(state: State, person: FoldedEvent): void {
  const { new_email, role, full_name, delivery_email, avatar_source, avatar_url, avatar_url_medium } = person
  if (avatar_source !== undefined) Object.assign(state, { avatar_source, avatar_url, avatar_url_medium })
  if (new_email !== undefined) state.email = new_email
  if (full_name !== undefined) state.full_name = full_name
  if (typeof delivery_email === 'string') state.delivery_email = delivery_email
  if (role !== undefined) {
    const { role: _role, ...flags } = fieldsOfRole(role)
    Object.assign(state, flags, { is_moderator: role <= 300 })
  }
}
