import sql from 'sql-template-tag'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { endAccount } from './end-account.ts'
import { lockAccounts } from './lock-accounts.ts'

/**
 * Deactivates the viewer's own account, and their bots (reference: DELETE /users/me).
 *
 * @returns the viewer's id
 * @throws CodedError BAD_REQUEST for bots; CANNOT_DEACTIVATE_LAST_USER for the only owner and the only user
 */
export async function deactivateOwnAccount(context: ViewerContext): Promise<{ userId: number }> {
  const { core, viewer, once } = context
  if (viewer.isBot) throw badRequest('This endpoint does not accept requests of bots')
  const { organizationId, id } = viewer
  return transact(
    core,
    organizationId,
    async (tx) => {
      const systemGroups = await core.systemGroups.of(tx, organizationId)
      const { target, bots, isOnlyOwner } = await lockAccounts(tx, viewer, id)
      if (isOnlyOwner) throw lastUser(await hasOtherPeople(tx, organizationId, id))
      for (const account of [...bots, target]) await endAccount(tx, systemGroups, account)
      return { userId: id }
    },
    once,
  )
}

async function hasOtherPeople(tx: Transaction, organizationId: number, userId: number): Promise<boolean> {
  const [other] = await tx.query(sql`
    SELECT 1 FROM "user" WHERE organization_id = ${organizationId} AND is_active AND bot_type IS NULL
      AND id <> ${userId} LIMIT 1`)
  return other !== undefined
}

/** @param isLastOwner there are other users; false: there are none */
function lastUser(isLastOwner: boolean): CodedError {
  const entity = isLastOwner ? 'organization owner' : 'user'
  return new CodedError('CANNOT_DEACTIVATE_LAST_USER', `You cannot deactivate the only ${entity}.`, {
    is_last_owner: isLastOwner,
    entity,
  })
}
