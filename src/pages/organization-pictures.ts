import express, { type NextFunction, type Request, type Response } from 'express'
import { CodedError } from '../contract/coded-error.ts'
import type { Core } from '../core.ts'
import { pictureKey } from '../organizations/pictures.ts'
import { refuse } from './refuse.ts'

const YEAR_SECONDS = 31_536_000
const ID = /^\d{1,10}$/
/** A drawn name, as `setPicture` makes it. */
const FILE = /^([0-9a-f]{32})\.png$/

/** Pictures of organizations, for everybody: `/user_avatars/{organization}/organization/{file}`. */
export function organizationPictures(core: Core): express.Router {
  const router = express.Router()
  router.get('/user_avatars/:organization/organization/:file', async (request, response) => {
    const { organization, file } = request.params
    const [, name] = FILE.exec(file) ?? []
    const isForm = ID.test(organization) && name !== undefined
    const picture = isForm && (await core.files.readWhole(pictureKey(Number(organization), name)))
    if (!picture) throw new CodedError('BAD_REQUEST', 'No such picture', {}, 404)
    // A picture never changes: another one has another name.
    response.set({
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
      'X-Content-Type-Options': 'nosniff',
    })
    response.type('png').send(picture)
  })
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    refuse(core, error, response)
  })
  return router
}
