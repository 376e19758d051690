import sql from 'sql-template-tag'
import { isPastWaitingPeriod } from '../access/membership.ts'
import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { isAtLeast, type Role, roles } from '../contract/roles.ts'
import { systemGroupOfUser } from '../contract/system-groups.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { AccountPlace } from './account-place.ts'
import { usersWhoSee } from './audience.ts'
import type { LockedAccounts } from './lock-accounts.ts'
import { changingOwnSight } from './own-sight.ts'
import { roleOf } from './wire.ts'

/**
 * Refuses a change of role that is not the actor's to make, or nobody's (reference: PATCH
 * /users/{user_id}; permissions, "Changing users").
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export function checkRoleChange({ actor, target, isOnlyOwner }: LockedAccounts, role: Role): void {
  if (role === target.role) return
  if (role === roles.owner || target.role === roles.owner) requireRole(roleHolder(actor), 'owner')
  if (isOnlyOwner) {
    throw badRequest('The owner permission cannot be removed from the only organization owner.')
  }
  if (target.role === roles.guest && isAtLeast(role, roles.administrator)) {
    throw badRequest('Guests cannot be organization administrators')
  }
}

const roleHolder = (user: User) => ({ role: roleOf(user) })

/**
 * Gives an account another role, and tells of it and of all that follows: its system group to everybody,
 * and to the account itself which channels, users and addresses it sees now (events: "Change role").
 *
 * @param target locked by the transaction, with another role
 * @returns the account as it is now
 */
export async function changeRole(
  tx: WriteTransaction,
  place: AccountPlace,
  target: User,
  role: Role,
): Promise<User> {
  const { systemGroups, organizationId, settings } = place
  const changed = { ...target, role }
  const isFull = isPastWaitingPeriod(target.dateJoined, settings)
  const former = systemGroups.idOf[systemGroupOfUser(roleOf(target), isFull)]
  const group = systemGroups.idOf[systemGroupOfUser(role, isFull)]
  await changingOwnSight(tx, place, target, changed, async () => {
    await tx.query(sql`UPDATE "user" SET role = ${role} WHERE id = ${target.id}`)
    // Whichever it is: the row of members can be behind the waiting period.
    await tx.query(sql`
      UPDATE user_group_member m SET group_id = ${group} FROM user_group g
      WHERE g.id = m.group_id AND g.organization_id = ${organizationId} AND g.kind = 'system'
        AND m.user_id = ${target.id}`)
    tx.announce({
      payload: { type: 'realm_user', op: 'update', person: { user_id: target.id, role } },
      audience: await usersWhoSee(tx, systemGroups, target),
    })
    if (!target.isActive) return
    for (const [op, group_id] of [
      ['remove_members', former],
      ['add_members', group],
    ] as const) {
      tx.announce({
        payload: { type: 'user_group', op, group_id, user_ids: [target.id] },
        audience: 'everyone',
      })
    }
  })
  return changed
}
