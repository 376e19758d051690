import sql from 'sql-template-tag'
import { groupRules } from '../access/rules.ts'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { invalidGroup, lockGroups, requireOver } from './access.ts'
import { changingSight } from './channel-sight.ts'
import { usesOfGroup } from './group-uses.ts'

/**
 * Deactivates a group that nothing uses: it keeps its members and its name, and counts for nothing
 * (reference: POST /user_groups/{user_group_id}/deactivate).
 *
 * @throws CodedError BAD_REQUEST, CANNOT_DEACTIVATE_GROUP_IN_USE
 */
export async function deactivateGroup(context: ViewerContext, groupId: number): Promise<UserGroup> {
  return transact(
    context.core,
    context.viewer.organizationId,
    (tx) => deactivateIn(tx, withinTransaction(tx, context), groupId),
    context.once,
  )
}

async function deactivateIn(tx: WriteTransaction, asker: ViewerContext, groupId: number): Promise<UserGroup> {
  const { organizationId } = asker.viewer
  // Whoever makes a setting or a group use this one locks it, too: what follows sees their work.
  const group = (await lockGroups(tx, organizationId, [groupId])).get(groupId)
  if (!group) throw invalidGroup()
  await requireOver(asker, [groupRules.MANAGE_GROUP], group)
  if (group.deactivated) throw badRequest('User group is deactivated')
  const objections = await usesOfGroup(tx, organizationId, groupId)
  if (objections.length > 0) {
    throw new CodedError(
      'CANNOT_DEACTIVATE_GROUP_IN_USE',
      'A user group that is in use cannot be deactivated.',
      {
        objections,
      },
    )
  }
  const systemGroups = await asker.core.systemGroups.of(tx, organizationId)
  // Archived channels may name it still.
  await changingSight(tx, organizationId, systemGroups, groupId, async () => {
    await tx.query(sql`UPDATE user_group SET deactivated = true WHERE id = ${groupId}`)
    tx.announce({
      payload: { type: 'user_group', op: 'update', group_id: groupId, data: { deactivated: true } },
      audience: 'everyone',
    })
  })
  return { ...group, deactivated: true }
}
