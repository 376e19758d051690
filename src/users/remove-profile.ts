import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import { removeFiles } from '../files/files.ts'
import type { User } from '../generated/prisma/client.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { announceAvatar } from './announce-avatar.ts'
import { usersWhoSee } from './audience.ts'
import { avatarKeys } from './avatar.ts'

/** The name of somebody whose profile was removed. */
export const REMOVED_NAME = 'Deleted user'
const GENERATED = 'J'

/**
 * Removes the name and the picture of an account that ends, and tells whoever sees the user. The address
 * stays: the account can come back.
 *
 * @param user locked by the transaction
 */
export async function removeProfile(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  user: User,
): Promise<void> {
  const { id } = user
  const audience = await usersWhoSee(tx, systemGroups, user)
  if (user.fullName !== REMOVED_NAME) {
    await tx.query(sql`UPDATE "user" SET full_name = ${REMOVED_NAME} WHERE id = ${id}`)
    tx.announce({
      payload: { type: 'realm_user', op: 'update', person: { user_id: id, full_name: REMOVED_NAME } },
      audience,
    })
  }
  if (user.avatarSource === GENERATED) return
  const changed = {
    ...user,
    avatarSource: GENERATED,
    avatarFile: null,
    avatarVersion: user.avatarVersion + 1,
  }
  await tx.query(sql`
    UPDATE "user" SET avatar_source = ${GENERATED}, avatar_file = NULL,
      avatar_version = ${changed.avatarVersion}
    WHERE id = ${id}`)
  await removeFiles(tx, avatarKeys(user))
  announceAvatar(tx, changed, audience)
}
