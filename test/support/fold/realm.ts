import {
  allowEditHistory,
  channelCreationPolicy,
  type PermissionHolder,
  webPublicChannelCreationPolicy,
  wildcardMentionPolicy,
} from '../../../src/contract/legacy-policies.ts'
import {
  type OrganizationPermission,
  organizationPermissionSettings,
} from '../../../src/contract/permission-settings.ts'
import type { Fold, FoldedEvent, State } from './state.ts'

/** Events of type `realm` on the gate of the same name. */
export const foldRealm: Fold = (state, event) => {
  if (state.realm_name === undefined) return
  const { rendered_description: _, ...data } =
    event.op === 'update' ? { [event.property]: event.value } : (event.data ?? {})
  for (const [property, value] of Object.entries(data)) state[`realm_${property}`] = value
}

/** What follows from settings and permissions: events do not tell it again, so that clients compute it. */
export function derive(state: State): void {
  if (state.realm_name === undefined) return
  state.realm_allow_edit_history = allowEditHistory(state.realm_message_edit_history_visibility_policy)
  const hasPasswords = state.realm_authentication_methods.Email?.enabled ?? false
  Object.assign(state, { realm_email_auth_enabled: hasPasswords, realm_password_auth_enabled: hasPasswords })
  state.jitsi_server_url = state.realm_jitsi_server_url ?? state.server_jitsi_server_url
  if (!state.realm_user_groups) return
  state.realm_create_public_stream_policy = channelCreationPolicy(
    holder(state, 'can_create_public_channel_group'),
  )
  state.realm_create_private_stream_policy = channelCreationPolicy(
    holder(state, 'can_create_private_channel_group'),
  )
  state.realm_create_web_public_stream_policy = webPublicChannelCreationPolicy(
    holder(state, 'can_create_web_public_channel_group'),
  )
  state.realm_wildcard_mention_policy = wildcardMentionPolicy(holder(state, 'can_mention_many_users_group'))
  if (state.can_create_streams === undefined) return
  state.can_create_public_streams = holds(state, 'can_create_public_channel_group')
  state.can_create_private_streams = holds(state, 'can_create_private_channel_group')
  state.can_create_streams = state.can_create_public_streams || state.can_create_private_streams
  state.can_create_web_public_streams =
    state.realm_enable_spectator_access && holds(state, 'can_create_web_public_channel_group')
  state.can_subscribe_other_users = holds(state, 'can_add_subscribers_group')
  state.can_invite_others_to_realm = holds(state, 'can_invite_users_group')
}

function holder(state: State, permission: OrganizationPermission): PermissionHolder {
  const value = state[`realm_${permission}`]
  const group = state.realm_user_groups.find(({ id }: FoldedEvent) => id === value)
  return group?.is_system_group ? group.name : null
}

function holds(state: State, permission: OrganizationPermission): boolean {
  if (state.is_guest && !organizationPermissionSettings[permission].allowEveryone) return false
  const value = state[`realm_${permission}`]
  if (typeof value === 'number') return isIn(state, value)
  return (
    value.direct_members.includes(state.self) || value.direct_subgroups.some((id: number) => isIn(state, id))
  )
}

function isIn(state: State, groupId: number): boolean {
  const group = state.realm_user_groups.find(({ id }: FoldedEvent) => id === groupId)
  if (!group || group.deactivated) return false
  return group.members.includes(state.self) || group.direct_subgroup_ids.some((id: number) => isIn(state, id))
}
