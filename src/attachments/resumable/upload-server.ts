import { randomBytes } from 'node:crypto'
import { MemoryLocker, Server } from '@tus/server'
import { CodedError } from '../../contract/coded-error.ts'
import type { UploadedFile } from '../../contract/executor.ts'
import { MIB } from '../../contract/limits.ts'
import { resumableUploadPath } from '../../contract/server.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { presentError } from '../../graphql/errors.ts'
import { finishUpload } from './finish-upload.ts'
import { UploadStore, type WritingUploads } from './upload-store.ts'

/** What the requests of one process share: which uploads they are working on. */
export class UploadsUnderWay {
  readonly locker = new MemoryLocker()
  readonly writing: WritingUploads = new Map()
  readonly finishing = new Map<string, Promise<UploadedFile>>()
}

type Written = Parameters<Server['write']>

/** The tus server, whose errors are in the form of the REST API. */
class UploadServer extends Server {
  override write(...[context, headers, status, body = '']: Written): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('Content-Type', 'application/json')
    return super.write(context, headers, status, body.startsWith('{') ? body : envelope(body.trim()))
  }
}

function envelope(msg: string, code = 'BAD_REQUEST', data: object = {}): string {
  return `${JSON.stringify({ result: 'error', msg, code, ...data })}\n`
}

/**
 * The tus protocol for one viewer (reference: Uploads, "/api/v1/tus"): what it keeps, and what becomes of a
 * complete upload, is ours. A sender who lost the last answer asks with HEAD how far the upload is: then it is a
 * file, or is made one before it is called complete, and `Content-Location` says which.
 *
 * @param setHeader sets a header of the answer
 */
export function uploadServerFor(
  context: ViewerContext,
  underWay: UploadsUnderWay,
  setHeader: (name: string, value: string) => void,
): Server {
  const store = new UploadStore(context, underWay.writing)
  const { config, logger } = context.core
  const finish = async (id: string): Promise<UploadedFile> => {
    const row = await store.row(id)
    const finishing = underWay.finishing.get(id) ?? finishUpload(context, row)
    underWay.finishing.set(id, finishing)
    try {
      return await finishing
    } finally {
      underWay.finishing.delete(id)
    }
  }
  return new UploadServer({
    path: resumableUploadPath,
    datastore: store,
    locker: underWay.locker,
    maxSize: config.uploadMib * MIB,
    // With the organization's own address in front of it, whatever proxies there are.
    relativeLocation: true,
    // As in all of the API, pages of other sites are not invited.
    allowedOrigins: () => false,
    namingFunction: () => randomBytes(24).toString('base64url'),
    onIncomingRequest: async ({ method }, id) => {
      if (method !== 'HEAD') return
      const { offset, size, creation_date } = await store.getUpload(id)
      const isInTime = Date.now() < Date.parse(creation_date ?? '') + store.getExpiration()
      if (offset === size && isInTime) setHeader('Content-Location', (await finish(id)).url)
    },
    onUploadFinish: async ({ method }, upload) => {
      const { url, filename } = await finish(upload.id)
      const body = `${JSON.stringify({ result: 'success', msg: '', url, uri: url, filename })}\n`
      const headers = { 'Content-Type': 'application/json' }
      // A creation has to say 201 and where: it may have brought the whole file.
      return method === 'POST' ? { headers, body } : { status_code: 200, headers, body }
    },
    onResponseError: (_request, error) => {
      if (!(error instanceof CodedError)) {
        if ('status_code' in error) return undefined
        presentError(error, logger)
        return { status_code: 500, body: envelope('Internal server error') }
      }
      // The protocol says so of what is too large, and clients give up on it.
      const status = error.code === 'REALM_UPLOAD_QUOTA' ? 413 : error.status
      return { status_code: status, body: envelope(error.message, error.code, error.data) }
    },
  })
}
