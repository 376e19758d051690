import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { MIB, uploadLimits } from '../contract/limits.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import { keepFiles, removeFiles } from '../files/files.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { squares } from '../pictures/square-pictures.ts'
import { announceAvatar } from './announce-avatar.ts'
import { usersWhoSee } from './audience.ts'
import { avatarKeys, avatarPixels } from './avatar.ts'

/**
 * Gives the viewer a picture of their own, and tells whoever sees them (reference: POST /users/me/avatar).
 *
 * @param image the file: JPEG, PNG, GIF, WebP or AVIF
 * @returns the viewer's id, as plain JSON
 * @throws CodedError BAD_REQUEST for one that is too large, and where the organization does not want it;
 *   BAD_IMAGE
 */
export async function setAvatar(
  context: ViewerContext,
  image: Uint8Array,
): Promise<{ readonly userId: number }> {
  const { core, viewer } = context
  checkAllowed(context)
  if (image.length > uploadLimits.avatarMib * MIB) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${uploadLimits.avatarMib} MiB`)
  }
  const made = await squares(image, [avatarPixels.small, avatarPixels.medium])
  // Not to be guessed: who may not see somebody does not come by their picture.
  const avatarFile = randomBytes(16).toString('hex')
  const keys = avatarKeys({ organizationId: viewer.organizationId, avatarFile })
  return core.files.orDiscard(keys, async () => {
    for (const [index, key] of keys.entries()) {
      const picture = made[index]
      if (picture) await core.files.writeBytes(key, picture.bytes, picture.contentType)
    }
    return transact(
      core,
      viewer.organizationId,
      async (tx) => {
        await keepFiles(tx, keys)
        await writeAvatar(tx, context, await lockOwn(tx, context), 'U', avatarFile)
        return { userId: viewer.id }
      },
      context.once,
    )
  })
}

/**
 * Drops the viewer's own picture: they get one in the organization's usual style. Without one nothing changes
 * (reference: DELETE /users/me/avatar).
 *
 * @returns the viewer's id, as plain JSON
 * @throws CodedError BAD_REQUEST where the organization does not want it
 */
export async function removeAvatar(context: ViewerContext): Promise<{ readonly userId: number }> {
  const { core, viewer } = context
  checkAllowed(context)
  const style = organizationSettings(viewer.organization.settings).defaultAvatarSource
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const user = await lockOwn(tx, context)
      if (user.avatarFile !== null) await writeAvatar(tx, context, user, style, null)
      return { userId: viewer.id }
    },
    context.once,
  )
}

function checkAllowed({ viewer }: ViewerContext): void {
  const { avatarChangesDisabled } = organizationSettings(viewer.organization.settings)
  if (avatarChangesDisabled && !isAtLeast(viewer.role, roles.administrator)) {
    throw badRequest('Avatar changes are disabled in this organization')
  }
}

async function lockOwn(tx: WriteTransaction, { viewer }: ViewerContext): Promise<User> {
  const [user] = await tx.query<User>(sql`SELECT * FROM "user" WHERE id = ${viewer.id} FOR NO KEY UPDATE`)
  if (!user) throw new Error(`There is no user ${viewer.id}.`)
  return user
}

async function writeAvatar(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  user: User,
  avatarSource: 'J' | 'G' | 'U',
  avatarFile: string | null,
): Promise<void> {
  const changed = { ...user, avatarSource, avatarFile, avatarVersion: user.avatarVersion + 1 }
  await tx.query(sql`
    UPDATE "user" SET avatar_source = ${avatarSource}, avatar_file = ${avatarFile},
      avatar_version = ${changed.avatarVersion}
    WHERE id = ${user.id}`)
  await removeFiles(tx, avatarKeys(user))
  const systemGroups = await core.systemGroups.of(tx, viewer.organizationId)
  announceAvatar(tx, changed, await usersWhoSee(tx, systemGroups, user))
}
