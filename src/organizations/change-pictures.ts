import { randomBytes } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { MIB, uploadLimits } from '../contract/limits.ts'
import { LIMITED_PLAN, organizationSettings } from '../contract/organization-settings.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import { keepFiles, removeFiles } from '../files/files.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { fitted, type MadePicture, squares } from '../pictures/square-pictures.ts'
import { announceTogether } from './announce-changes.ts'
import { lockSettings } from './hold-settings.ts'
import {
  type Illustrated,
  type OrganizationPicture,
  pictureChange,
  pictureColumns,
  pictureKey,
  pictureSettings,
} from './pictures.ts'

const ICON_PIXELS = 200
/** The box into which wide pictures are fitted. */
const LOGO_PIXELS = { width: 800, height: 100 }

const mostMib = {
  icon: uploadLimits.iconMib,
  logo: uploadLimits.logoMib,
  nightLogo: uploadLimits.logoMib,
} as const

const columns = { icon: 'icon_file', logo: 'logo_file', nightLogo: 'night_logo_file' } as const

/**
 * Gives the organization a picture of its own, and tells everyone (reference: POST /realm/icon, POST
 * /realm/logo).
 *
 * @param image the file: JPEG, PNG, GIF, WebP or AVIF
 * @returns nothing, as plain JSON
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators; BAD_REQUEST for a file that is too large,
 *   and for a wide picture where the plan has none; BAD_IMAGE
 */
export async function setPicture(
  context: ViewerContext,
  picture: OrganizationPicture,
  image: Uint8Array,
): Promise<null> {
  const { core, viewer, once } = context
  checkAllowed(context, picture)
  if (image.length > mostMib[picture] * MIB) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${mostMib[picture]} MiB`)
  }
  const made = await make(picture, image)
  const file = randomBytes(16).toString('hex')
  const key = pictureKey(viewer.organizationId, file)
  return core.files.orDiscard([key], async () => {
    await core.files.writeBytes(key, made.bytes, made.contentType)
    return transact(
      core,
      viewer.organizationId,
      async (tx) => {
        await keepFiles(tx, [key])
        await write(tx, viewer.organizationId, picture, file)
        return null
      },
      once,
    )
  })
}

/**
 * Drops a picture of the organization's own: the usual one takes its place. Without one nothing changes
 * (reference: DELETE /realm/icon, DELETE /realm/logo).
 *
 * @returns nothing, as plain JSON
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators
 */
export async function removePicture(context: ViewerContext, picture: OrganizationPicture): Promise<null> {
  const { core, viewer, once } = context
  requireRole(viewer, 'administrator')
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      await write(tx, viewer.organizationId, picture, null)
      return null
    },
    once,
  )
}

function checkAllowed({ viewer }: ViewerContext, picture: OrganizationPicture): void {
  requireRole(viewer, 'administrator')
  const { planType } = organizationSettings(viewer.organization.settings)
  if (picture !== 'icon' && planType === LIMITED_PLAN) {
    throw badRequest("The organization's plan has no wide pictures of its own")
  }
}

async function make(picture: OrganizationPicture, image: Uint8Array): Promise<MadePicture> {
  if (picture !== 'icon') return fitted(image, LOGO_PIXELS.width, LOGO_PIXELS.height)
  const [square] = await squares(image, [ICON_PIXELS])
  if (!square) throw new Error('A picture of one size was to be made.')
  return square
}

/** @param file its drawn name; null for the usual picture */
async function write(
  tx: WriteTransaction,
  organizationId: number,
  picture: OrganizationPicture,
  file: string | null,
): Promise<void> {
  await lockSettings(tx, organizationId)
  const [before] = await tx.query<Illustrated>(sql`
    SELECT id, uuid, icon_file, logo_file, night_logo_file FROM organization
    WHERE id = ${organizationId} FOR NO KEY UPDATE`)
  if (!before) throw new Error(`Organization ${organizationId} is gone.`)
  const old = before[pictureColumns[picture]]
  if (old === file) return
  const setting = pictureSettings[picture]
  const settings =
    file === null
      ? sql`settings - ${setting}::text`
      : sql`settings || ${JSON.stringify({ [setting]: 'U' })}::jsonb`
  await tx.query(sql`
    UPDATE organization SET ${raw(columns[picture])} = ${file}, settings = ${settings}
    WHERE id = ${organizationId}`)
  if (old !== null) await removeFiles(tx, [pictureKey(organizationId, old)])
  const { property, data } = pictureChange({ ...before, [pictureColumns[picture]]: file }, picture)
  announceTogether(tx, data, property)
}
