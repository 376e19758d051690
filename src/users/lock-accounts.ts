import sql from 'sql-template-tag'
import type { Viewer } from '../access/viewer.ts'
import { CodedError } from '../contract/coded-error.ts'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import { noSuchUser } from './access.ts'

/** An account that is to be changed, and the others on which that depends; all as they are now. */
export interface LockedAccounts {
  /** Whoever wants the change. */
  readonly actor: User
  readonly target: User
  /** Active bots of the target's, by ascending id. */
  readonly bots: readonly User[]
  /** Whether the organization has no other owner who is active and human. */
  readonly isOnlyOwner: boolean
}

/**
 * Locks an account for a change of its role or of whether it is active, with whoever wants it, the
 * account's bots, and all owners: of two owners who change each other one finds the other's work done.
 *
 * @throws CodedError BAD_REQUEST for nobody in the organization; USER_DEACTIVATED when the viewer has
 *   been deactivated meanwhile
 */
export async function lockAccounts(tx: Transaction, viewer: Viewer, userId: number): Promise<LockedAccounts> {
  const users = await tx.query<User>(sql`
    SELECT * FROM "user" u WHERE u.organization_id = ${viewer.organizationId}
      AND (u.id IN (${viewer.id}, ${userId}) OR u.bot_owner_id = ${userId}
        OR (u.role = ${roles.owner} AND u.is_active AND u.bot_type IS NULL))
    ORDER BY u.id FOR NO KEY UPDATE OF u`)
  const byId = new Map(users.map((user) => [user.id, user]))
  const [actor, target] = [byId.get(viewer.id), byId.get(userId)]
  if (!actor?.isActive) throw new CodedError('USER_DEACTIVATED', 'Account is deactivated')
  if (!target) throw noSuchUser()
  const owners = users.filter(
    ({ role, isActive, botType }) => role === roles.owner && isActive && botType === null,
  )
  return {
    actor,
    target,
    bots: users.filter(({ botOwnerId, isActive, id }) => botOwnerId === userId && isActive && id !== userId),
    isOnlyOwner: owners.length === 1 && owners[0]?.id === userId,
  }
}
