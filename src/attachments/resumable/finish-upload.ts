import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ERRORS } from '@tus/server'
import sql from 'sql-template-tag'
import type { UploadedFile } from '../../contract/executor.ts'
import { FileMissing } from '../../files/file-storage.ts'
import type { Files } from '../../files/files.ts'
import { removeFiles } from '../../files/files.ts'
import type { Attachment, ResumableUpload } from '../../generated/prisma/client.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { storeUpload } from '../store-upload.ts'
import { attachmentUrl } from '../wire.ts'

/** Somebody else has made the file meanwhile. */
class AlreadyFinished extends Error {}

/**
 * Makes an upload that has come whole a file like any other, once; its parts go. Asked again, it says what the file
 * is.
 *
 * @throws CodedError REALM_UPLOAD_QUOTA; the tus server's error for an upload or a file that is no more
 */
export async function finishUpload(context: ViewerContext, row: ResumableUpload): Promise<UploadedFile> {
  if (row.attachmentId !== null) return uploadedAs(context, row.id)
  try {
    return await store(context, row)
  } catch (error) {
    // Its parts go as soon as it is a file.
    if (error instanceof AlreadyFinished || error instanceof FileMissing) return uploadedAs(context, row.id)
    throw error
  }
}

function store(context: ViewerContext, row: ResumableUpload): Promise<UploadedFile> {
  const { files } = context.core
  return files.incoming.within(async (path) => {
    await pipeline(contentOf(files, row.parts), createWriteStream(path, { flags: 'wx' }))
    const file = {
      name: textOf(row.metadata, 'filename') ?? textOf(row.metadata, 'name') ?? '',
      contentType: textOf(row.metadata, 'filetype') ?? textOf(row.metadata, 'type') ?? '',
      path,
      size: row.size,
    }
    return storeUpload(context, file, async (tx, attachmentId) => {
      const finished = await tx.query(sql`
        UPDATE resumable_upload SET attachment_id = ${attachmentId}, parts = '{}'
        WHERE id = ${row.id} AND attachment_id IS NULL RETURNING id`)
      if (finished.length === 0) throw new AlreadyFinished()
      await removeFiles(tx, row.parts)
    })
  })
}

async function uploadedAs({ core, viewer }: ViewerContext, id: string): Promise<UploadedFile> {
  const [attachment] = await core.db.query<Pick<Attachment, 'name' | 'pathId'>>(sql`
    SELECT a.name, a.path_id FROM resumable_upload r JOIN attachment a ON a.id = r.attachment_id
    WHERE r.id = ${id} AND r.owner_id = ${viewer.id}`)
  if (!attachment) throw ERRORS.FILE_NOT_FOUND
  return { url: attachmentUrl(attachment), filename: attachment.name }
}

async function* contentOf(files: Files, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of parts) yield* await files.read(key)
}

function textOf(metadata: unknown, name: string): string | undefined {
  const value: unknown = Object.entries(metadata ?? {}).find(([key]) => key === name)?.[1]
  return typeof value === 'string' && value !== '' ? value : undefined
}
