import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { sqlState, type Transaction } from '../database/database.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { AccountPlace } from './account-place.ts'
import { hasPublicAddress, maySeeAddress } from './address.ts'
import { announceAvatar } from './announce-avatar.ts'
import { usersWhoSee } from './audience.ts'
import { isGravatar } from './avatar.ts'
import { addressTaken, checkAddressIsFree, checkedAddress } from './new-address.ts'
import { roleOf } from './wire.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Checks a new real address for somebody's account (reference: PATCH /users/{user_id}, `new_email`).
 *
 * @param wanted.actor who wants it: an owner to whom the server's operator has granted it
 * @returns the address as it is kept
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below owners; BAD_REQUEST without the grant, for bots, and for
 *   what is no address, not an allowed one or somebody else's
 */
export async function checkAddressChange(
  tx: Transaction,
  { organizationId, hostName, settings }: AccountPlace,
  { actor, target, newEmail }: { actor: User; target: User; newEmail: string },
): Promise<string> {
  requireRole({ role: roleOf(actor) }, 'owner')
  if (!actor.canChangeUserEmails) throw badRequest('User not authorized to change user emails')
  if (target.botType !== null) throw badRequest('The address of a bot cannot be changed')
  if (newEmail.trim() === target.deliveryEmail) return target.deliveryEmail
  const address = checkedAddress(newEmail, hostName, organizationSettings(settings), 'new_email')
  await checkAddressIsFree(tx, organizationId, address, target.id)
  return address
}

/**
 * Gives an account another real address, and tells those who may know it; everybody who sees the user, when
 * it is the address that the API goes by or decides which picture there is.
 *
 * @param user locked by the transaction
 * @param deliveryEmail checked by {@link checkAddressChange}
 * @returns the account as it is now
 */
export async function writeAddress(
  tx: WriteTransaction,
  { organizationId, systemGroups }: AccountPlace,
  user: User,
  deliveryEmail: string,
): Promise<User> {
  const { id } = user
  const changed = { ...user, deliveryEmail, avatarVersion: user.avatarVersion + (isGravatar(user) ? 1 : 0) }
  await tx
    .query(sql`
      UPDATE "user" SET delivery_email = ${deliveryEmail}, avatar_version = ${changed.avatarVersion}
      WHERE id = ${id}`)
    .catch((error) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? addressTaken() : error
    })
  const seeing = await usersWhoSee(tx, systemGroups, user)
  const seers = seeing === 'everyone' ? null : new Set(seeing)
  const readers = await tx.query<{ id: number; role: number }>(sql`
    SELECT id, role FROM "user" WHERE organization_id = ${organizationId} AND is_active ORDER BY id`)
  const knowing = readers.filter(
    (reader) => (seers === null || seers.has(reader.id)) && maySeeAddress(reader, changed),
  )
  tx.announce({
    payload: { type: 'realm_user', op: 'update', person: { user_id: id, delivery_email: deliveryEmail } },
    audience: knowing.map((reader) => reader.id),
  })
  if (isGravatar(user)) announceAvatar(tx, changed, seeing)
  if (hasPublicAddress(user)) {
    tx.announce({
      payload: { type: 'realm_user', op: 'update', person: { user_id: id, new_email: deliveryEmail } },
      audience: seeing,
    })
  }
  return changed
}
