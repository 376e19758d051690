import express, { type NextFunction, type Request, type Response } from 'express'
import { CodedError } from '../contract/coded-error.ts'
import type { Core } from '../core.ts'
import { externalContentOf, externalContentPath } from '../external-content/external-content-urls.ts'
import { ImageUnavailable } from '../external-content/image-fetcher.ts'
import { PartUnavailable } from '../external-content/part-fetcher.ts'
import { remoteSoundName, remoteVideoName } from '../markdown/remote-media.ts'
import { refuse } from './refuse.ts'

const DAY_SECONDS = 86_400

const noFile = () => new CodedError('BAD_REQUEST', 'No such image', {}, 404)

/**
 * Images, videos and sounds of other servers that messages show (docs/markdown.md):
 * `/external_content/{digest}/{hex of the address}`, for whoever has the address. Readers' own addresses stay unknown
 * to those servers.
 */
export function externalContent(
  core: Pick<Core, 'config' | 'secrets' | 'imageFetcher' | 'partFetcher' | 'logger'>,
): express.Router {
  const router = express.Router()
  router.get(`${externalContentPath}/:digest/:hex`, async (request, response) => {
    const { digest, hex } = request.params
    const address = await externalContentOf(core, digest, hex)
    if (!address) throw noFile()
    const isPlayed = remoteVideoName(address) !== null || remoteSoundName(address) !== null
    const { contentType, bytes, contentRange } = isPlayed
      ? await core.partFetcher.fetch(address, request.headers.range)
      : { ...(await core.imageFetcher.fetch(address)), contentRange: null }
    response.set({
      'Content-Type': contentType,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': `private, max-age=${DAY_SECONDS}`,
    })
    if (isPlayed) response.set('Accept-Ranges', 'bytes')
    if (contentRange === null) response.send(bytes)
    // Not send(), which would give a part a tag as if it were the whole.
    else
      response
        .status(206)
        .set({ 'Content-Range': contentRange, 'Content-Length': `${bytes.length}` })
        .end(bytes)
  })
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const isUnavailable = error instanceof ImageUnavailable || error instanceof PartUnavailable
    refuse(core, isUnavailable ? noFile() : error, response)
  })
  return router
}
