import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { AccountPlace } from './account-place.ts'
import { usersWhoSee } from './audience.ts'
import { checkNameIsFree } from './name-in-use.ts'

/**
 * Gives an account another name, and tells whoever sees the user.
 *
 * @param user locked by the transaction
 * @param fullName checked (full-name.ts)
 * @returns the account as it is now
 * @throws CodedError BAD_REQUEST for a name that nobody else may have
 */
export async function writeName(
  tx: WriteTransaction,
  { organizationId, systemGroups, settings }: AccountPlace,
  user: User,
  fullName: string,
): Promise<User> {
  const { id, botType } = user
  await checkNameIsFree(tx, organizationId, fullName, { id, isBot: botType !== null, settings })
  await tx.query(sql`UPDATE "user" SET full_name = ${fullName} WHERE id = ${id}`)
  tx.announce({
    payload: { type: 'realm_user', op: 'update', person: { user_id: id, full_name: fullName } },
    audience: await usersWhoSee(tx, systemGroups, user),
  })
  return { ...user, fullName }
}
