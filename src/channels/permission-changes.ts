import { badRequest } from '../contract/coded-error.ts'
import type { GroupSettingValue, GroupSettingValueUpdate } from '../contract/group-setting.ts'
import {
  type ChannelPermission,
  channelPermissionSettings,
  permissionsGrantingContent,
} from '../contract/permission-settings.ts'
import type { Transaction } from '../database/database.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { changeGroupSettings } from '../groups/change-settings.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { mayAccess } from './access.ts'
import type { AccessedChannel } from './load-channels.ts'
import { maySetPolicy } from './may-set-policy.ts'
import { type ChannelPermissionGroups, channelPermissionColumn } from './permission-columns.ts'
import { contentNeeded } from './privacy.ts'

/** Permissions of a channel that changed. */
export interface ChangedPermissions {
  /** The groups to be written to the channel's row. */
  readonly columns: Partial<ChannelPermissionGroups>
  /** The new values, as clients are told them. */
  readonly values: ReadonlyMap<ChannelPermission, GroupSettingValue>
}

const deletionPermissions: ReadonlySet<ChannelPermission> = new Set([
  'can_delete_any_message_group',
  'can_delete_own_message_group',
])

/**
 * Changes permissions of a channel that the viewer administers and the transaction has locked
 * (reference: PATCH /streams/{stream_id}, "Channel permission settings"). Who could grant
 * themselves the reading of a private channel has to be able to read it.
 *
 * @throws CodedError EXPECTATION_MISMATCH, BAD_REQUEST, SYSTEM_GROUP_REQUIRED
 */
export async function changePermissions(
  tx: Transaction,
  asker: ViewerContext,
  entry: AccessedChannel,
  systemGroups: SystemGroupIds,
  wanted: Partial<Readonly<Record<ChannelPermission, GroupSettingValueUpdate>>>,
): Promise<ChangedPermissions> {
  const names = Object.keys(wanted) as ChannelPermission[] // keys() widens to string.
  const changes = names.flatMap((name) => {
    const change = wanted[name]
    const keeperId = entry.channel[channelPermissionColumn(name)]
    return change ? [{ name, setting: channelPermissionSettings[name], keeperId, change }] : []
  })
  if (changes.length === 0) return { columns: {}, values: new Map() }
  const granting: readonly ChannelPermission[] = permissionsGrantingContent
  if (names.some((name) => granting.includes(name)) && !(await mayAccess(entry, asker, 'content'))) {
    throw contentNeeded()
  }
  const { organizationId } = asker.viewer
  const changed = await changeGroupSettings(tx, organizationId, systemGroups, changes)
  const nobody = systemGroups.idOf['role:nobody']
  const setsDeletion = [...changed].some(([name, one]) => deletionPermissions.has(name) && one.new !== nobody)
  const { viewer, permissions } = asker
  if (setsDeletion && !(await maySetPolicy(viewer, permissions, 'can_set_delete_message_policy_group'))) {
    throw badRequest('Insufficient permission to set who deletes messages')
  }
  const columns: Partial<ChannelPermissionGroups> = {}
  for (const [name, { keeperId }] of changed) columns[channelPermissionColumn(name)] = keeperId
  return { columns, values: new Map([...changed].map(([name, one]) => [name, one.new])) }
}
