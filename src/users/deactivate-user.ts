import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { roles } from '../contract/roles.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { tellOfDeactivation } from './deactivation-notice.ts'
import { deleteMessagesOf, type MessageKinds } from './delete-messages-of.ts'
import { endAccount } from './end-account.ts'
import { lockAccounts } from './lock-accounts.ts'
import { removeProfile } from './remove-profile.ts'
import { roleOf } from './wire.ts'

/** What of a user goes with the account. */
export interface DeactivationActions extends MessageKinds {
  /** Name and picture. */
  readonly profile: boolean
}

/**
 * Deactivates a user, their bots before them, and removes what is to go with them (reference: DELETE
 * /users/{user_id}). Messages go in batches after that; for a user who is deactivated already the request
 * goes on with what is left of them.
 *
 * @param notice a word that the user is sent or left; may be empty, null for none. For somebody who is deactivated
 *   already it comes too late.
 * @returns the user's id
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators, and below owners for owners; BAD_REQUEST
 *   for nobody, for the only owner, and for somebody deactivated of whom nothing is to go
 */
export async function deactivateUser(
  context: ViewerContext,
  userId: number,
  actions: DeactivationActions,
  notice: string | null,
): Promise<{ userId: number }> {
  const { core, viewer, once } = context
  requireRole(viewer, 'administrator')
  if ([...(notice ?? '')].length > textLimits.deactivationComment || notice?.includes('\0')) {
    throw badRequest(`The notice has to be a text of at most ${textLimits.deactivationComment} characters`)
  }
  const { organizationId } = viewer
  const removesSomething = Object.values(actions).some((isWanted) => isWanted)
  const { userIds } = await transact(
    core,
    organizationId,
    async (tx) => {
      const systemGroups = await core.systemGroups.of(tx, organizationId)
      const { actor, target, bots, isOnlyOwner } = await lockAccounts(tx, viewer, userId)
      requireRole({ role: roleOf(actor) }, target.role === roles.owner ? 'owner' : 'administrator')
      if (isOnlyOwner) throw badRequest('Cannot deactivate the only organization owner')
      if (!target.isActive && !removesSomething) throw badRequest('User is deactivated')
      if (notice !== null && target.isActive) await tellOfDeactivation(tx, context, target, notice)
      const accounts = [...bots, target]
      for (const account of accounts) {
        if (account.isActive) await endAccount(tx, systemGroups, account)
        if (actions.profile) await removeProfile(tx, systemGroups, account)
      }
      return { userIds: accounts.map(({ id }) => id) }
    },
    once,
  )
  if (notice !== null) core.outbox.wake()
  for (const id of userIds) await deleteMessagesOf(core, organizationId, id, actions)
  return { userId }
}
