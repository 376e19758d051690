import express, { type NextFunction, type Request, type Response } from 'express'
import { CodedError } from '../contract/coded-error.ts'
import type { Core } from '../core.ts'
import { emojiKey } from '../pictures/emoji-picture.ts'
import { refuse } from './refuse.ts'

const YEAR_SECONDS = 31_536_000
/** An organization's id, and a file's name as `storeEmojiPicture` makes it. */
const ID = /^\d{1,10}$/
const FILE = /^[0-9a-f]{24}(?:-still)?\.(png|webp)$/

/** Pictures of custom emoji, for everybody: `/user_avatars/{organization}/emoji/images/{file}`. */
export function emojiPictures(core: Core): express.Router {
  const router = express.Router()
  router.get('/user_avatars/:organization/emoji/images/:file', async (request, response) => {
    const { organization, file } = request.params
    const [, format] = FILE.exec(file) ?? []
    const isForm = ID.test(organization) && format !== undefined
    const picture = isForm && (await core.files.readWhole(emojiKey(Number(organization), file)))
    if (!picture) throw new CodedError('BAD_REQUEST', 'No such picture', {}, 404)
    // A picture never changes: another one has another name.
    response.set({
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
      'X-Content-Type-Options': 'nosniff',
    })
    response.type(format ?? 'png').send(picture)
  })
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    refuse(core, error, response)
  })
  return router
}
