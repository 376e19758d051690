import sql from 'sql-template-tag'
import { groupRules, type Rule } from '../access/rules.ts'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { CanonicalEvent } from '../contract/events/kinds.ts'
import type { Transaction } from '../database/database.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { User, UserGroup } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessPrincipals } from '../subscriptions/principals.ts'
import { invalidGroup, lockGroups, requireOver } from './access.ts'
import { changingSight, groupsAbove } from './channel-sight.ts'
import { checkSubgroups, lockGraph } from './group-graph.ts'
import { fillGroup } from './insert-groups.ts'
import { tellMembers } from './member-notices.ts'

/** Who is to come into a group and who is to leave it: ids of users and of groups. */
export interface MembersRequest {
  readonly groupId: number
  readonly add: readonly number[]
  readonly remove: readonly number[]
  readonly addSubgroups: readonly number[]
  readonly removeSubgroups: readonly number[]
}

/**
 * Adds and removes members and subgroups, all or nothing; of deactivated groups too (reference: POST
 * /user_groups/{user_group_id}/members, …/subgroups).
 *
 * @throws CodedError BAD_REQUEST
 */
export async function changeMembers(context: ViewerContext, request: MembersRequest): Promise<UserGroup> {
  const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((left, right) => left - right)
  const [add, remove] = [ascending(request.add), ascending(request.remove)]
  const [addSubgroups, removeSubgroups] = [
    ascending(request.addSubgroups),
    ascending(request.removeSubgroups),
  ]
  const { groupId } = request
  if ([add, remove, addSubgroups, removeSubgroups].every((ids) => ids.length === 0)) {
    throw badRequest('Nothing to add and nothing to remove')
  }
  const change = { groupId, add, remove, addSubgroups, removeSubgroups }
  return transact(
    context.core,
    context.viewer.organizationId,
    (tx) => changeIn(tx, withinTransaction(tx, context), change),
    context.once,
  )
}

async function changeIn(
  tx: WriteTransaction,
  asker: ViewerContext,
  request: MembersRequest,
): Promise<UserGroup> {
  const { core, viewer } = asker
  const { id: viewerId, organizationId } = viewer
  const { groupId, addSubgroups, removeSubgroups } = request
  if (addSubgroups.length > 0) await lockGraph(tx, organizationId)
  const systemGroups = await core.systemGroups.of(tx, organizationId)
  const groups = await lockGroups(tx, organizationId, [
    groupId,
    ...addSubgroups,
    ...removeSubgroups,
    // A channel that starts to name one of these holds it until it has told who sees it.
    ...(await groupsAbove(tx, groupId)),
  ])
  const group = groups.get(groupId)
  if (!group) throw invalidGroup()
  await requireOver(asker, rulesFor(viewerId, request), group)
  const users = await accessPrincipals(tx, asker, [...request.add, ...request.remove])
  await checkPresence(tx, request, groups)
  await checkSubgroups(tx, groupId, addSubgroups, groups)
  await changingSight(tx, organizationId, systemGroups, groupId, async () => {
    await write(tx, request)
    announce(tx, request)
  })
  const named = (ids: readonly number[]): User[] => users.filter(({ id }) => ids.includes(id))
  await tellMembers(tx, asker, group, { added: named(request.add), removed: named(request.remove) })
  return group
}

/** What one has to be allowed for all of the request; oneself one joins and leaves. */
function rulesFor(viewerId: number, { add, remove, addSubgroups, removeSubgroups }: MembersRequest): Rule[] {
  const isSelf = (ids: readonly number[]) => ids.every((id) => id === viewerId)
  const rules: Rule[] = []
  if (add.length > 0) rules.push(isSelf(add) ? groupRules.JOIN_GROUP : groupRules.ADD_GROUP_MEMBERS)
  if (remove.length > 0) rules.push(isSelf(remove) ? groupRules.LEAVE_GROUP : groupRules.REMOVE_GROUP_MEMBERS)
  if (addSubgroups.length > 0) rules.push(groupRules.ADD_GROUP_MEMBERS)
  if (removeSubgroups.length > 0) rules.push(groupRules.REMOVE_GROUP_MEMBERS)
  return rules
}

/** Refuses to add what is there and to remove what is not. */
async function checkPresence(
  tx: Transaction,
  { groupId, add, remove, addSubgroups, removeSubgroups }: MembersRequest,
  groups: ReadonlyMap<number, UserGroup>,
): Promise<void> {
  const [present] = await tx.query<{ users: number[]; groups: number[] }>(sql`
    SELECT array(SELECT user_id FROM user_group_member
        WHERE group_id = ${groupId} AND user_id = ANY(${[...add, ...remove]}::int[])) AS users,
      array(SELECT subgroup_id FROM user_group_subgroup
        WHERE supergroup_id = ${groupId} AND subgroup_id = ANY(${[...addSubgroups, ...removeSubgroups]}::int[])) AS groups`)
  const [members, subgroups] = [new Set(present?.users), new Set(present?.groups)]
  const unknown = removeSubgroups.find((id) => !groups.has(id))
  if (unknown !== undefined) throw invalidGroup(unknown)
  refuse(add, (id) => members.has(id), 'User %d is already a member of this group')
  refuse(remove, (id) => !members.has(id), 'User %d is not a member of this group')
  refuse(addSubgroups, (id) => subgroups.has(id), 'User group %d is already a subgroup of this group')
  refuse(removeSubgroups, (id) => !subgroups.has(id), 'User group %d is not a subgroup of this group')
}

function refuse(ids: readonly number[], isWrong: (id: number) => boolean, message: string): void {
  const wrong = ids.find(isWrong)
  if (wrong !== undefined) throw badRequest(message.replace('%d', String(wrong)))
}

async function write(
  tx: Transaction,
  { groupId, add, remove, addSubgroups, removeSubgroups }: MembersRequest,
): Promise<void> {
  await fillGroup(tx, groupId, add, addSubgroups)
  if (remove.length > 0) {
    await tx.query(sql`
      DELETE FROM user_group_member WHERE group_id = ${groupId} AND user_id = ANY(${remove}::int[])`)
  }
  if (removeSubgroups.length > 0) {
    await tx.query(sql`
      DELETE FROM user_group_subgroup
      WHERE supergroup_id = ${groupId} AND subgroup_id = ANY(${removeSubgroups}::int[])`)
  }
}

function announce(
  tx: WriteTransaction,
  { groupId: group_id, add, remove, addSubgroups, removeSubgroups }: MembersRequest,
): void {
  const type = 'user_group'
  const events: CanonicalEvent[] = []
  if (add.length > 0) events.push({ type, op: 'add_members', group_id, user_ids: [...add] })
  if (remove.length > 0) events.push({ type, op: 'remove_members', group_id, user_ids: [...remove] })
  if (addSubgroups.length > 0) {
    events.push({ type, op: 'add_subgroups', group_id, direct_subgroup_ids: [...addSubgroups] })
  }
  if (removeSubgroups.length > 0) {
    events.push({ type, op: 'remove_subgroups', group_id, direct_subgroup_ids: [...removeSubgroups] })
  }
  for (const payload of events) tx.announce({ payload, audience: 'everyone' })
}
