import express, { type NextFunction, type Request, type Response } from 'express'
import { CodedError } from '../contract/coded-error.ts'
import type { Core } from '../core.ts'
import { externalContentPath, externalImageOf } from '../external-content/external-image-urls.ts'
import { ImageUnavailable } from '../external-content/image-fetcher.ts'
import { refuse } from './refuse.ts'

const DAY_SECONDS = 86_400

const noImage = () => new CodedError('BAD_REQUEST', 'No such image', {}, 404)

/**
 * Images of other servers that messages show (docs/markdown.md): `/external_content/{digest}/{hex of the address}`,
 * for whoever has the address. Readers' own addresses stay unknown to those servers.
 */
export function externalContent(
  core: Pick<Core, 'config' | 'secrets' | 'imageFetcher' | 'logger'>,
): express.Router {
  const router = express.Router()
  router.get(`${externalContentPath}/:digest/:hex`, async (request, response) => {
    const { digest, hex } = request.params
    const address = await externalImageOf(core, digest, hex)
    if (!address) throw noImage()
    const { contentType, bytes } = await core.imageFetcher.fetch(address)
    response.set({
      'Content-Type': contentType,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': `private, max-age=${DAY_SECONDS}`,
    })
    response.send(bytes)
  })
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    refuse(core, error instanceof ImageUnavailable ? noImage() : error, response)
  })
  return router
}
