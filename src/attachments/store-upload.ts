import sql from 'sql-template-tag'
import type { UploadedFile } from '../contract/executor.ts'
import { timeLimits } from '../contract/limits.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import { keepFiles } from '../files/files.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type ImageFacts, imageContentTypes, readImage } from '../pictures/read-image.ts'
import { contentTypeOf, drawPathId, shownName, uploadKey } from './file-names.ts'
import { countSpace } from './space.ts'
import { attachmentUrl, wireAttachment } from './wire.ts'

/** A file that has come in whole. */
export interface CompleteFile {
  /** As its sender calls it. */
  readonly name: string
  /** As its sender says; may be empty. */
  readonly contentType: string
  /** Where it is on the local disk, from where it is taken away. */
  readonly path: string
  /** Bytes. */
  readonly size: number
}

/** What is known of a file that is kept. */
interface KeptFile {
  readonly name: string
  readonly pathId: string
  readonly contentType: string
  readonly size: number
  readonly image: ImageFacts | undefined
}

/**
 * Puts a complete file into the storage, makes it an upload of the viewer's, and tells them.
 *
 * @param alongside what else the transaction does, with the id of the upload
 * @throws CodedError REALM_UPLOAD_QUOTA; and whatever `alongside` throws
 */
export async function storeUpload(
  context: ViewerContext,
  file: CompleteFile,
  alongside: (tx: WriteTransaction, attachmentId: number) => Promise<void> = async () => {},
): Promise<UploadedFile> {
  const { core, viewer } = context
  const name = shownName(file.name)
  const contentType = contentTypeOf(file.contentType, name)
  const pathId = drawPathId(viewer.organizationId, name)
  const key = uploadKey(pathId)
  const image = await imageOf(file.path, contentType)
  await core.files.write(key, file.path, contentType)
  await core.files.orDiscard([key], () =>
    transact(core, viewer.organizationId, async (tx) => {
      await keepFiles(tx, [key])
      const attachment = await insert(tx, context, { name, pathId, contentType, size: file.size, image })
      await alongside(tx, attachment.id)
      const upload_space_used = await countSpace(tx, viewer.organizationId, file.size)
      tx.announce({
        payload: {
          type: 'attachment',
          op: 'add',
          attachment: wireAttachment(attachment, []),
          upload_space_used,
        },
        audience: [viewer.id],
      })
    }),
  )
  return { url: attachmentUrl({ pathId }), filename: name }
}

/** What is known of an image; undefined for what is none, or is not shown as what it is called. */
async function imageOf(path: string, contentType: string): Promise<ImageFacts | undefined> {
  const image = imageContentTypes.has(contentType) ? await readImage(path) : undefined
  // By its type it is known later what browsers do not show themselves.
  return image?.contentType === 'image/tiff' && contentType !== 'image/tiff' ? undefined : image
}

async function insert(
  tx: WriteTransaction,
  { viewer }: ViewerContext,
  { name, pathId, size, contentType, image }: KeptFile,
): Promise<Attachment> {
  const [attachment] = await tx.query<Attachment>(sql`
    INSERT INTO attachment (organization_id, owner_id, name, path_id, size, content_type, expires_at,
      image_width, image_height, image_frames)
    VALUES (${viewer.organizationId}, ${viewer.id}, ${name}, ${pathId}, ${size}, ${contentType},
      now() + make_interval(weeks => ${timeLimits.unclaimedUploadWeeks}),
      ${image?.width ?? null}, ${image?.height ?? null}, ${image?.frames ?? null})
    RETURNING *`)
  if (!attachment) throw new Error('An insert returned nothing.')
  return attachment
}
