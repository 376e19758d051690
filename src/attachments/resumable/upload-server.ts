import { randomBytes } from 'node:crypto'
import { MemoryLocker, Server } from '@tus/server'
import { CodedError } from '../../contract/coded-error.ts'
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
 * complete upload, is ours.
 */
export function uploadServerFor(context: ViewerContext, underWay: UploadsUnderWay): Server {
  const store = new UploadStore(context, underWay.writing)
  const { config, logger } = context.core
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
    onUploadFinish: async ({ method }, upload) => {
      const { url, filename } = await finishUpload(context, await store.row(upload.id))
      store.finished(upload)
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
