import express, { type NextFunction, type Request, type Response } from 'express'
import sql from 'sql-template-tag'
import { accessFile, inaccessibleFile } from '../attachments/access.ts'
import { uploadKey } from '../attachments/file-names.ts'
import { isValidTicket } from '../attachments/temporary-url.ts'
import { contentTypesOfThumbnails, thumbnailFormatOf } from '../attachments/thumbnails.ts'
import { uploadFile } from '../attachments/upload-file.ts'
import { uploadPath } from '../contract/server.ts'
import type { Core } from '../core.ts'
import { FileMissing } from '../files/file-storage.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import { type Context, requireViewer } from '../graphql/context.ts'
import { presentError } from '../graphql/errors.ts'
import { contextOf } from './context-of.ts'
import { refuse } from './refuse.ts'
import { sendFile } from './send-file.ts'

type Handler = (request: Request, response: Response) => Promise<void>

/**
 * Uploaded files (docs/uploads.md): below `/user_uploads/`, for those who may see them; below its `thumbnail/`,
 * images in small; below its `temporary/`, for whoever has the address. And the way in for a facade in another
 * process.
 */
export function uploads(core: Core): express.Router {
  const router = express.Router()
  router.post(uploadPath, takeIn(core))
  router.get(`${uploadPath}/temporary/:ticket/*path`, serveTemporarily(core))
  router.get(`${uploadPath}/thumbnail/*path`, serveThumbnail(core))
  router.get(`${uploadPath}/*path`, serve(core))
  router.use(uploadPath, (error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    // The row says that it is there, the storage that it is not: for the client it is gone.
    if (error instanceof FileMissing) {
      core.logger.error({ error }, 'the storage has lost a file')
      refuse(core, inaccessibleFile(), response)
    } else refuse(core, error, response)
  })
  return router
}

function serve(core: Core): Handler {
  return async (request, response) => {
    const attachment = await accessAs(await contextOf(core, request), pathOf(request))
    await sendFile(core.files, request, response, whole(attachment))
  }
}

function serveTemporarily(core: Core): Handler {
  return async (request, response) => {
    const pathId = pathOf(request)
    if (!(await isValidTicket(core, String(request.params.ticket), pathId))) throw inaccessibleFile()
    const [attachment] = await core.db.query<Attachment>(
      sql`SELECT * FROM attachment WHERE path_id = ${pathId}`,
    )
    if (!attachment) throw inaccessibleFile()
    await sendFile(core.files, request, response, whole(attachment))
  }
}

function serveThumbnail(core: Core): Handler {
  return async (request, response) => {
    const path = pathOf(request)
    const slash = path.lastIndexOf('/')
    const attachment = await accessAs(await contextOf(core, request), path.slice(0, slash))
    const format = thumbnailFormatOf(attachment, path.slice(slash + 1))
    if (!format) throw inaccessibleFile()
    const key = await core.thumbnails.make(attachment, format)
    const size = await core.files.sizeOf(key)
    const contentType = contentTypesOfThumbnails[format.format]
    await sendFile(core.files, request, response, { key, size, contentType, name: format.name })
  }
}

/** A file in a body of its own, as the facade sends it on from another process. */
function takeIn(core: Core): Handler {
  return async (request, response) => {
    const { filename = '', content_type: contentType = '' } = request.query
    try {
      const context = requireViewer(await contextOf(core, request))
      const file = { name: String(filename), contentType: String(contentType), content: wholeBody(request) }
      response.json({ data: await uploadFile(context, file) })
    } catch (error) {
      request.resume()
      const { message, extensions } = presentError(error, core.logger)
      response.json({ errors: [{ message, extensions }] })
    }
  }
}

async function* wholeBody(request: Request): AsyncGenerator<Uint8Array> {
  yield* request
  if (!request.complete) throw new Error('The body broke off.')
}

async function accessAs(context: Context, pathId: string): Promise<Attachment> {
  // Bots that may only send are refused as everywhere.
  if (context.viewer) requireViewer(context)
  const attachment = await accessFile(context, pathId)
  if (!context.viewer) context.core.fileVisits.count(pathId)
  return attachment
}

function pathOf({ params: { path } }: Request): string {
  return [path].flat().join('/')
}

function whole({ pathId, size, contentType, name }: Attachment) {
  return { key: uploadKey(pathId), size, contentType, name }
}
