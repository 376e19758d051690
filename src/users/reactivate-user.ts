import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { holdSettings } from '../organizations/hold-settings.ts'
import { lockAccounts } from './lock-accounts.ts'
import { checkNameIsFree } from './name-in-use.ts'
import { returnAccount } from './return-account.ts'
import { roleOf } from './wire.ts'

/**
 * Reactivates a user, whose bots stay as they are; a bot without an active owner becomes the actor's
 * (reference: POST /users/{user_id}/reactivate).
 *
 * @returns the user's id
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators, and below owners for owners; BAD_REQUEST
 *   for nobody, for somebody active or deleted for good, and for a name that is taken meanwhile
 */
export async function reactivateUser(context: ViewerContext, userId: number): Promise<{ userId: number }> {
  const { core, viewer, once } = context
  requireRole(viewer, 'administrator')
  const { organizationId } = viewer
  return transact(
    core,
    organizationId,
    async (tx) => {
      const settings = await holdSettings(tx, organizationId)
      const systemGroups = await core.systemGroups.of(tx, organizationId)
      const { actor, target } = await lockAccounts(tx, viewer, userId)
      requireRole({ role: roleOf(actor) }, target.role === roles.owner ? 'owner' : 'administrator')
      if (target.isDeleted) throw badRequest('User is deleted')
      if (target.isActive) throw badRequest('User is already active')
      const isBot = target.botType !== null
      await checkNameIsFree(tx, organizationId, target.fullName, { id: userId, isBot, settings })
      await returnAccount(tx, systemGroups, target, isBot ? await ownerOf(tx, target, actor) : null)
      return { userId }
    },
    once,
  )
}

async function ownerOf(tx: Transaction, { botOwnerId }: User, actor: User): Promise<number> {
  const [owner] = await tx.query<{ id: number }>(
    sql`SELECT id FROM "user" WHERE id = ${botOwnerId}::int AND is_active FOR SHARE`,
  )
  return owner?.id ?? actor.id
}
