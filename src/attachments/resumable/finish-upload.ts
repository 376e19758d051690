import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ERRORS } from '@tus/server'
import sql from 'sql-template-tag'
import type { UploadedFile } from '../../contract/executor.ts'
import type { Files } from '../../files/files.ts'
import { removeFiles } from '../../files/files.ts'
import type { ResumableUpload } from '../../generated/prisma/client.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { storeUpload } from '../store-upload.ts'

/**
 * Makes an upload that has come whole a file like any other, once; its parts go.
 *
 * @throws CodedError REALM_UPLOAD_QUOTA; the tus server's error for one that somebody has finished meanwhile
 */
export function finishUpload(context: ViewerContext, row: ResumableUpload): Promise<UploadedFile> {
  const { files } = context.core
  return files.incoming.within(async (path) => {
    await pipeline(contentOf(files, row.parts), createWriteStream(path, { flags: 'wx' }))
    const file = {
      name: textOf(row.metadata, 'filename') ?? textOf(row.metadata, 'name') ?? '',
      contentType: textOf(row.metadata, 'filetype') ?? textOf(row.metadata, 'type') ?? '',
      path,
      size: row.size,
    }
    return storeUpload(context, file, async (tx) => {
      const removed = await tx.query(sql`DELETE FROM resumable_upload WHERE id = ${row.id} RETURNING id`)
      if (removed.length === 0) throw ERRORS.FILE_NOT_FOUND
      await removeFiles(tx, row.parts)
    })
  })
}

async function* contentOf(files: Files, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of parts) yield* await files.read(key)
}

function textOf(metadata: unknown, name: string): string | undefined {
  const value: unknown = Object.entries(metadata ?? {}).find(([key]) => key === name)?.[1]
  return typeof value === 'string' && value !== '' ? value : undefined
}
