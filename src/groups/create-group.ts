import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { GroupSettingValue } from '../contract/group-setting.ts'
import { type UserGroupPermission, userGroupPermissionSettings } from '../contract/permission-settings.ts'
import type { Transaction } from '../database/database.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessPrincipals } from '../subscriptions/principals.ts'
import { lockGroups } from './access.ts'
import { checkSubgroups, lockGraph } from './group-graph.ts'
import { groupDescription, groupName, nameTaken } from './group-text.ts'
import { fillGroup, insertAnonymousGroup } from './insert-groups.ts'
import { tellMembers } from './member-notices.ts'
import { groupPermissionColumn, groupPermissions } from './permission-columns.ts'
import { storeGroupSettings } from './store-setting-values.ts'
import type { SystemGroupIds } from './system-group-ids.ts'
import { wireGroups } from './wire.ts'

/** Values of permissions over a group, where they are given. */
export type GivenPermissions = Partial<Readonly<Record<UserGroupPermission, GroupSettingValue>>>

/** A group that somebody wants made. */
export interface NewGroupRequest {
  readonly name: string
  readonly description: string
  readonly memberIds: readonly number[]
  readonly subgroupIds: readonly number[]
  /** Whatever is not given has its declared default. */
  readonly permissions: GivenPermissions
}

/**
 * Creates a user group (reference: POST /user_groups/create). Everybody hears of it, and its members
 * get a message.
 *
 * @throws CodedError BAD_REQUEST, SYSTEM_GROUP_REQUIRED
 */
export async function createGroup(context: ViewerContext, request: NewGroupRequest): Promise<UserGroup> {
  const text = { name: groupName(request.name), description: groupDescription(request.description) }
  return transact(
    context.core,
    context.viewer.organizationId,
    (tx) => createIn(tx, withinTransaction(tx, context), { ...request, ...text }),
    context.once,
  )
}

async function createIn(
  tx: WriteTransaction,
  creator: ViewerContext,
  { name, description, memberIds, subgroupIds, permissions }: NewGroupRequest,
): Promise<UserGroup> {
  const { core, viewer } = creator
  const { organizationId } = viewer
  if (!(await creator.permissions.holds('can_create_groups'))) throw badRequest('Insufficient permission')
  if (subgroupIds.length > 0) await lockGraph(tx, organizationId)
  await checkSubgroups(tx, null, subgroupIds, await lockGroups(tx, organizationId, subgroupIds))
  const members = await accessPrincipals(tx, creator, memberIds)
  const systemGroups = await core.systemGroups.of(tx, organizationId)
  const holders = await permissionHolders(tx, viewer, systemGroups, permissions)
  const [group] = await tx.query<UserGroup>(sql`
    INSERT INTO user_group (organization_id, kind, name, description, creator_id, can_add_members_group_id,
      can_join_group_id, can_leave_group_id, can_manage_group_id, can_mention_group_id,
      can_remove_members_group_id)
    VALUES (${organizationId}, 'named', ${name}, ${description}, ${viewer.id}, ${holders.canAddMembersGroupId},
      ${holders.canJoinGroupId}, ${holders.canLeaveGroupId}, ${holders.canManageGroupId},
      ${holders.canMentionGroupId}, ${holders.canRemoveMembersGroupId})
    ON CONFLICT (organization_id, name) DO NOTHING RETURNING *`)
  if (!group) throw nameTaken(name)
  await fillGroup(
    tx,
    group.id,
    members.map(({ id }) => id),
    [...new Set(subgroupIds)],
  )
  const [added] = await wireGroups(tx, organizationId, systemGroups, sql`g.id = ${group.id}`)
  if (!added) throw new Error('A group that was made is not there.')
  tx.announce({ payload: { type: 'user_group', op: 'add', group: added }, audience: 'everyone' })
  await tellMembers(tx, creator, group, { added: members, removed: [] })
  return group
}

type Holders = Readonly<Record<(typeof groupPermissionColumn)[UserGroupPermission], number>>

/** The groups that are to hold the permissions: the wanted ones, or the defaults. */
async function permissionHolders(
  tx: Transaction,
  { id: creatorId, organizationId }: ViewerContext['viewer'],
  systemGroups: SystemGroupIds,
  given: GivenPermissions,
): Promise<Holders> {
  const wanted = groupPermissions.flatMap((name) => {
    const value = given[name]
    return value === undefined ? [] : [{ name, setting: userGroupPermissionSettings[name], value }]
  })
  const stored = await storeGroupSettings(tx, organizationId, systemGroups, wanted)
  const entries: [string, number][] = []
  for (const name of groupPermissions) {
    const { defaultGroup } = userGroupPermissionSettings[name]
    const groupId =
      stored.get(name) ??
      // Each setting has an unnamed group of its own: they change apart.
      (defaultGroup === 'group_creator' || defaultGroup === 'channel_creator'
        ? await insertAnonymousGroup(tx, organizationId, [creatorId], [])
        : systemGroups.idOf[defaultGroup])
    entries.push([groupPermissionColumn[name], groupId])
  }
  return Object.fromEntries(entries) as Holders // One entry for each permission.
}
