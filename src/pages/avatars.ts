import express, { type NextFunction, type Request, type Response } from 'express'
import sql from 'sql-template-tag'
import { CodedError } from '../contract/coded-error.ts'
import type { Core } from '../core.ts'
import { requireViewer, type ViewerContext } from '../graphql/context.ts'
import { openContext } from '../graphql/execution.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { requestedHost } from '../requested-host.ts'
import { accessUser, accessUserByAddress } from '../users/access.ts'
import { avatarUrl, mediumAvatarUrl } from '../users/avatar.ts'
import { standInAvatarUrl } from '../users/stand-in.ts'
import { type UserRow, userColumns } from '../users/user-row.ts'
import { refuse } from './refuse.ts'
import { type PictureSize, UserPictures } from './user-pictures.ts'

const YEAR_SECONDS = 31_536_000
const ID = /^\d{1,10}$/
const MAX_ID = 2 ** 31 - 1
const UPLOADED = /^[0-9a-f]{32}(-medium)?\.png$/

const noSuchPicture = () => new CodedError('BAD_REQUEST', 'No such picture', {}, 404)

/**
 * Pictures of users: `/user_avatars/{organization}/{user}.png` and `-medium.png`, for everybody; and
 * `/avatar/{id or address}`, also with `/medium`, which leads those who are signed in to the picture
 * that a user has now (reference: "URLs and files").
 */
export function avatars(core: Core): express.Router {
  const pictures = new UserPictures(core.db)
  const router = express.Router()
  router.get('/user_avatars/:organization/:file', async (request, response) => {
    const { organization, file } = request.params
    const known = ID.test(organization) && Number(organization) <= MAX_ID
    if (known && UPLOADED.test(file)) {
      await sendUploaded(core, response, `avatars/${Number(organization)}/${file}`)
      return
    }
    const [, user = '', medium] = /^(\d{1,10})(-medium)?\.png$/.exec(file) ?? []
    const isForm = known && user !== ''
    const size: PictureSize = medium ? 'medium' : 'small'
    const picture = isForm ? await pictures.draw(Number(organization), Number(user), size) : undefined
    if (!picture) throw noSuchPicture()
    // The version in its URL changes with the picture.
    response.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`).type('png').send(picture)
  })
  router.get('/avatar/:user', (request, response) => redirect(core, request, response, 'small'))
  router.get('/avatar/:user/medium', (request, response) => redirect(core, request, response, 'medium'))
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    refuse(core, error, response)
  })
  return router
}

/** Whoever knows the drawn name has been shown the picture. */
async function sendUploaded(core: Core, response: Response, key: string): Promise<void> {
  const picture = await core.files.readWhole(key)
  if (!picture) throw noSuchPicture()
  response
    .set({
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
      'X-Content-Type-Options': 'nosniff',
    })
    .type('png')
    .send(picture)
}

async function redirect(
  core: Core,
  request: Request<{ user: string }>,
  response: Response,
  size: PictureSize,
): Promise<void> {
  const { authorization } = request.headers
  const host = requestedHost(core.config, request.headers)
  const context = requireViewer(await openContext(core, { authorization, host, clientName: '' }))
  const user = await findUser(context, request.params.user)
  response.set('Cache-Control', 'private, no-cache')
  response.redirect(user ? urlOf(user, size) : standInAvatarUrl(context.viewer.organizationId, size))
}

function urlOf(user: UserRow, size: PictureSize): string {
  return size === 'medium' ? mediumAvatarUrl(user) : avatarUrl(user)
}

/** A user or a bot of the server; undefined alike for nobody and for somebody whom the viewer may not see. */
async function findUser(context: ViewerContext, idOrAddress: string): Promise<UserRow | undefined> {
  const { core, organization } = context
  const id = ID.test(idOrAddress) && Number(idOrAddress) <= MAX_ID ? Number(idOrAddress) : undefined
  try {
    if (id !== undefined) return await accessUser(core.db, context, id)
    const hostName = organizationHostName(core.config, organization)
    return await accessUserByAddress(core.db, context, idOrAddress, hostName)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const [bot] = await core.db.query<UserRow>(sql`
      SELECT ${userColumns} FROM "user" u
      WHERE u.is_system_bot AND (u.id = ${id ?? null} OR u.delivery_email = lower(${idOrAddress}))`)
    return bot
  }
}
