import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Upload } from '@tus/server'
import sql from 'sql-template-tag'
import { badRequest } from '../../contract/coded-error.ts'
import { timeLimits, uploadLimits } from '../../contract/limits.ts'
import { removeFiles } from '../../files/files.ts'
import type { ResumableUpload } from '../../generated/prisma/client.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { checkRoom } from '../space.ts'

/** Bytes of what a sender says of a file, as JSON. */
const longestMetadata = 4096

/** Uploads that are being written by this process, so that asking for one waits for what still comes of it. */
export type WritingUploads = Map<string, Promise<unknown>>

/**
 * The viewer's resumable uploads, as the tus server keeps them (docs/uploads.md). What each request brings is
 * a file of its own in the storage, so that it goes on at any node; until the upload is complete these files are
 * on the list of what is to be removed. Uploads of others do not exist.
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  readonly #context: ViewerContext
  readonly #writing: WritingUploads

  constructor(context: ViewerContext, writing: WritingUploads) {
    super()
    this.#context = context
    this.#writing = writing
  }

  /** Milliseconds. */
  override getExpiration(): number {
    return timeLimits.unfinishedUploadHours * 3600 * 1000
  }

  override async create(upload: Upload): Promise<Upload> {
    const { core, viewer } = this.#context
    const metadata = JSON.stringify(upload.metadata ?? {})
    if (Buffer.byteLength(metadata) > longestMetadata) throw badRequest('Upload-Metadata is too long')
    if (metadata.includes('\\u0000')) throw badRequest('Upload-Metadata must not contain null bytes')
    // Deferred lengths are refused before.
    const size = upload.size ?? 0
    await checkRoom(core.db, viewer.organizationId, viewer.organization.settings, size)
    await core.db.transaction('read committed', async (tx) => {
      // Holds back others that the same user begins.
      await tx.query(sql`SELECT id FROM "user" WHERE id = ${viewer.id} FOR NO KEY UPDATE`)
      const [row] = await tx.query<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM resumable_upload
        WHERE owner_id = ${viewer.id} AND attachment_id IS NULL AND created_at > now() - ${lifetime}`)
      if ((row?.count ?? 0) >= uploadLimits.unfinishedPerUser) {
        throw badRequest('You have too many uploads that are not complete')
      }
      await tx.query(sql`
        INSERT INTO resumable_upload (id, organization_id, owner_id, metadata, size)
        VALUES (${upload.id}, ${viewer.organizationId}, ${viewer.id}, ${metadata}::json, ${size})`)
    })
    upload.creation_date = new Date().toISOString()
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    await this.#writing.get(id)
    const { metadata, size, received, createdAt } = await this.row(id)
    return new Upload({
      id,
      size,
      offset: received,
      // It was written by `create`.
      metadata: metadata as Record<string, string | null>,
      creation_date: createdAt.toISOString(),
    })
  }

  /** The row of one of the viewer's uploads. */
  async row(id: string): Promise<ResumableUpload> {
    const { core, viewer } = this.#context
    const [row] = await core.db.query<ResumableUpload>(sql`
      SELECT * FROM resumable_upload WHERE id = ${id} AND owner_id = ${viewer.id}`)
    if (!row) throw ERRORS.FILE_NOT_FOUND
    return row
  }

  /** Takes in what comes, up to where it breaks off; returns up to where the upload is there now. */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const writing = this.#receive(content, id, offset)
    const settled = writing.catch(() => {})
    this.#writing.set(id, settled)
    try {
      return await writing
    } finally {
      if (this.#writing.get(id) === settled) this.#writing.delete(id)
    }
  }

  #receive(content: Readable, id: string, offset: number): Promise<number> {
    const { files } = this.#context.core
    return files.incoming.within(async (path) => {
      const { size, failure } = await writeUntilItBreaks(content, path)
      if (size > 0) await this.#append(id, offset, path, size)
      if (failure !== undefined) throw failure
      return offset + size
    })
  }

  async #append(id: string, offset: number, path: string, size: number): Promise<void> {
    const { core, viewer } = this.#context
    const key = `parts/${viewer.organizationId}/${id}/${randomBytes(9).toString('base64url')}`
    await core.files.write(key, path, 'application/octet-stream')
    await core.files.orDiscard([key], async () => {
      const appended = await core.db.query(sql`
        UPDATE resumable_upload SET received = received + ${size}, parts = array_append(parts, ${key})
        WHERE id = ${id} AND owner_id = ${viewer.id} AND received = ${offset} AND received + ${size} <= size
          AND cardinality(parts) < ${uploadLimits.partsPerFile}
        RETURNING id`)
      // Another request, at this node or another one, has gone on from the same place.
      if (appended.length === 0) throw ERRORS.INVALID_OFFSET
    })
  }

  override async remove(id: string): Promise<void> {
    await this.#writing.get(id)
    const { core, viewer } = this.#context
    const isRemoved = await core.db.transaction('read committed', async (tx) => {
      const [removed] = await tx.query<{ parts: string[] }>(sql`
        DELETE FROM resumable_upload WHERE id = ${id} AND owner_id = ${viewer.id} AND attachment_id IS NULL
        RETURNING parts`)
      if (removed) await removeFiles(tx, removed.parts)
      return removed !== undefined
    })
    if (isRemoved) return
    await this.row(id)
    // It is a file by now, and goes as files do.
    throw ERRORS.INVALID_TERMINATION
  }
}

const lifetime = sql`make_interval(hours => ${timeLimits.unfinishedUploadHours})`

/** Writes what comes to a file; what had come before it broke off is there as well. */
async function writeUntilItBreaks(
  content: AsyncIterable<Uint8Array>,
  path: string,
): Promise<{ readonly size: number; readonly failure: unknown }> {
  let size = 0
  let failure: unknown
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of content) {
        size += chunk.length
        yield chunk
      }
    } catch (error) {
      failure = error
    }
  }
  await pipeline(counted(), createWriteStream(path, { flags: 'wx' }))
  return { size, failure }
}
