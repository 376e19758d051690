import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { isRole } from '../contract/roles.ts'
import type { ProfileDataUpdate } from '../contract/shapes/profile-data.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { holdSettings } from '../organizations/hold-settings.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import type { AccountPlace } from './account-place.ts'
import { checkAddressChange, writeAddress } from './change-address.ts'
import { writeName } from './change-name.ts'
import { changeRole, checkRoleChange } from './change-role.ts'
import { checkedFullName } from './full-name.ts'
import { lockAccounts } from './lock-accounts.ts'
import { roleOf } from './wire.ts'

/** What is to be different about a user; whatever is left out stays. */
export interface UserUpdate {
  readonly fullName?: string | undefined
  readonly role?: number | undefined
  readonly newEmail?: string | undefined
  readonly profileData?: readonly ProfileDataUpdate[] | undefined
}

/**
 * Changes a user's name, role and address, active or not (reference: PATCH /users/{user_id}). All or
 * nothing.
 *
 * @returns the user's id
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators, and below owners for owners' roles and
 *   for addresses; BAD_REQUEST for nobody, for wrong values and for the last owner's role
 */
export async function updateUser(
  context: ViewerContext,
  userId: number,
  update: UserUpdate,
): Promise<{ userId: number }> {
  const { core, viewer, organization, once } = context
  requireRole(viewer, 'administrator')
  const { organizationId } = viewer
  const hostName = organizationHostName(core.config, organization)
  return transact(
    core,
    organizationId,
    async (tx) => {
      const settings = await holdSettings(tx, organizationId)
      const systemGroups = await core.systemGroups.of(tx, organizationId)
      await updateIn(tx, context, { organizationId, hostName, systemGroups, settings }, userId, update)
      return { userId }
    },
    once,
  )
}

async function updateIn(
  tx: WriteTransaction,
  { viewer }: ViewerContext,
  place: AccountPlace,
  userId: number,
  { fullName, role, newEmail, profileData }: UserUpdate,
): Promise<void> {
  const accounts = await lockAccounts(tx, viewer, userId)
  const { actor, target } = accounts
  // Again: an administrator may have become a member meanwhile.
  requireRole({ role: roleOf(actor) }, 'administrator')
  if (target.isDeleted) throw badRequest('User is deleted')
  const name = fullName === undefined ? target.fullName : checkedFullName(fullName)
  if (role !== undefined) {
    if (!isRole(role)) throw badRequest('Invalid role')
    checkRoleChange(accounts, role)
  }
  const address =
    newEmail === undefined
      ? target.deliveryEmail
      : await checkAddressChange(tx, place, { actor, target, newEmail })
  checkProfileData(profileData)

  let user: User = target
  if (name !== user.fullName) user = await writeName(tx, place, user, name)
  if (address !== user.deliveryEmail) user = await writeAddress(tx, place, user, address)
  if (role !== undefined && isRole(role) && role !== user.role) await changeRole(tx, place, user, role)
}

/** An organization has no profile fields yet, so that every value is one of none. */
function checkProfileData(data: UserUpdate['profileData']): void {
  const [first] = data ?? []
  if (first) throw badRequest(`Field id ${first.id} not found.`)
}
