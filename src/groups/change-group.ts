import sql, { join, raw } from 'sql-template-tag'
import { groupRules } from '../access/rules.ts'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { UserGroupChanges } from '../contract/events/user-group.ts'
import type { GroupSettingValueUpdate } from '../contract/group-setting.ts'
import { type UserGroupPermission, userGroupPermissionSettings } from '../contract/permission-settings.ts'
import { sqlState, type Transaction } from '../database/database.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { invalidGroup, lockGroups, requireOver } from './access.ts'
import { type ChangedSetting, changeGroupSettings } from './change-settings.ts'
import { changingSight } from './channel-sight.ts'
import { groupDescription, groupName, nameTaken } from './group-text.ts'
import { groupPermissionColumn, groupPermissions } from './permission-columns.ts'
import type { SystemGroupIds } from './system-group-ids.ts'
import { wireGroups } from './wire.ts'

/** What is to change about a group; whatever is undefined stays. */
export interface GroupChangeRequest {
  readonly groupId: number
  readonly name: string | undefined
  readonly description: string | undefined
  readonly permissions: Partial<Readonly<Record<UserGroupPermission, GroupSettingValueUpdate>>>
  /** False reactivates. True changes nothing: deactivation has an action of its own. */
  readonly deactivated: boolean | undefined
}

/**
 * Changes name, description and permissions of a group, and reactivates it (reference: PATCH
 * /user_groups/{user_group_id}). All or nothing.
 *
 * @throws CodedError BAD_REQUEST, EXPECTATION_MISMATCH, SYSTEM_GROUP_REQUIRED
 */
export async function changeGroup(context: ViewerContext, request: GroupChangeRequest): Promise<UserGroup> {
  const { name, description, permissions, deactivated } = request
  const given = [name, description, deactivated, ...Object.values(permissions)]
  if (given.every((value) => value === undefined)) throw badRequest('Nothing to change')
  const text = {
    name: name === undefined ? undefined : groupName(name),
    description: description === undefined ? undefined : groupDescription(description),
  }
  try {
    return await transact(
      context.core,
      context.viewer.organizationId,
      (tx) => changeIn(tx, withinTransaction(tx, context), { ...request, ...text }),
      context.once,
    )
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION && text.name !== undefined) throw nameTaken(text.name)
    throw error
  }
}

/** Of all that is written here, only a name is unique. */
const UNIQUE_VIOLATION = '23505'

async function changeIn(
  tx: WriteTransaction,
  asker: ViewerContext,
  request: GroupChangeRequest,
): Promise<UserGroup> {
  const { core, viewer } = asker
  const { organizationId } = viewer
  const { groupId } = request
  // All that the new values name, in one order: two groups can name each other at the same time.
  const locked = await lockGroups(tx, organizationId, [groupId, ...groupsNamed(request)])
  const group = locked.get(groupId)
  if (!group) throw invalidGroup()
  await requireOver(asker, [groupRules.MANAGE_GROUP], group)
  const systemGroups = await core.systemGroups.of(tx, organizationId)
  const reactivates = group.deactivated && request.deactivated === false
  // Before the rest, because a setting may name the group itself.
  if (reactivates) await reactivate(tx, organizationId, systemGroups, groupId)
  const settings = await changeGroupSettings(
    tx,
    organizationId,
    systemGroups,
    groupPermissions.flatMap((name) => {
      const change = request.permissions[name]
      const keeperId = group[groupPermissionColumn[name]] ?? systemGroups.idOf['role:nobody']
      return change ? [{ name, setting: userGroupPermissionSettings[name], keeperId, change }] : []
    }),
  )
  const changed = await write(tx, group, request, settings)
  const data: UserGroupChanges = {
    ...(changed.name === group.name ? {} : { name: changed.name ?? '' }),
    ...(changed.description === group.description ? {} : { description: changed.description }),
    ...Object.fromEntries([...settings].map(([name, { new: value }]) => [name, value])),
  }
  if (Object.keys(data).length > 0) announceChanges(tx, groupId, data, changed.deactivated)
  return changed
}

/** Clients that know only active groups learn of it as of a new one. */
async function reactivate(
  tx: WriteTransaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  groupId: number,
): Promise<void> {
  await changingSight(tx, organizationId, systemGroups, groupId, async () => {
    await tx.query(sql`UPDATE user_group SET deactivated = false WHERE id = ${groupId}`)
    announceChanges(tx, groupId, { deactivated: false })
    const [group] = await wireGroups(tx, organizationId, systemGroups, sql`g.id = ${groupId}`)
    if (!group) throw new Error('A group that is locked is not there.')
    tx.announce({
      payload: { type: 'user_group', op: 'add', group, reactivated: true },
      audience: 'everyone',
    })
  })
}

function announceChanges(
  tx: WriteTransaction,
  group_id: number,
  data: UserGroupChanges,
  ofDeactivated = false,
): void {
  tx.announce({
    payload: {
      type: 'user_group',
      op: 'update',
      group_id,
      data,
      ...(ofDeactivated && { of_deactivated_group: true }),
    },
    audience: 'everyone',
  })
}

function groupsNamed({ permissions }: GroupChangeRequest): number[] {
  return Object.values(permissions).flatMap(({ new: value }) =>
    typeof value === 'number' ? [value] : value.direct_subgroups,
  )
}

async function write(
  tx: Transaction,
  group: UserGroup,
  { name = group.name ?? '', description = group.description }: GroupChangeRequest,
  settings: ReadonlyMap<UserGroupPermission, ChangedSetting>,
): Promise<UserGroup> {
  const columns = [...settings].map(
    // The names of columns are those of the permissions that the contract declares.
    ([permission, { keeperId }]) => sql`${raw(`${permission}_id`)} = ${keeperId}`,
  )
  const assignments = join([sql`name = ${name}`, sql`description = ${description}`, ...columns])
  const [changed] = await tx.query<UserGroup>(sql`
    UPDATE user_group SET ${assignments} WHERE id = ${group.id} RETURNING *`)
  if (!changed) throw new Error('A group that is locked is not there.')
  return changed
}
