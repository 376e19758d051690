import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import type { IncomingFile, UploadedFile } from '../contract/executor.ts'
import { timeLimits } from '../contract/limits.ts'
import { transact } from '../events/transact.ts'
import { keepFiles } from '../files/files.ts'
import { writeFileFrom } from '../files/incoming.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type ImageFacts, imageContentTypes, readImage } from '../pictures/read-image.ts'
import { contentTypeOf, drawPathId, shownName, uploadKey } from './file-names.ts'
import { checkRoom, countSpace } from './space.ts'
import { attachmentUrl, wireAttachment } from './wire.ts'

const MIB = 1024 * 1024

/** What is known of a file that has come in. */
interface ReceivedFile {
  readonly name: string
  readonly pathId: string
  readonly contentType: string
  readonly size: number
  readonly image: ImageFacts | undefined
}

/**
 * Takes a file in as it comes, stores it and tells its owner (reference: POST /user_uploads). It is complete
 * before anything is kept of it: one that breaks off leaves nothing behind.
 *
 * @throws CodedError BAD_REQUEST for one that is too large, REALM_UPLOAD_QUOTA; and whatever `content` throws
 */
export async function uploadFile(context: ViewerContext, file: IncomingFile): Promise<UploadedFile> {
  const { core, viewer } = context
  const { files, config } = core
  await checkRoom(core.db, viewer.organizationId, viewer.organization.settings)
  const name = shownName(file.name)
  const contentType = contentTypeOf(file.contentType, name)
  const pathId = drawPathId(viewer.organizationId, name)
  const key = uploadKey(pathId)
  const received = await files.incoming.within(async (path): Promise<ReceivedFile> => {
    const size = await writeFileFrom(file.content, path, config.uploadMib * MIB, () =>
      badRequest(`Uploaded file is larger than the allowed limit of ${config.uploadMib} MiB`),
    )
    const image = imageContentTypes.has(contentType) ? await readImage(path) : undefined
    await files.write(key, path, contentType)
    return { name, pathId, contentType, size, image }
  })
  await files.orDiscard([key], () =>
    transact(core, viewer.organizationId, async (tx) => {
      await keepFiles(tx, [key])
      const attachment = await insert(tx, context, received)
      const upload_space_used = await countSpace(tx, viewer.organizationId, received.size)
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

async function insert(
  tx: Parameters<Parameters<typeof transact>[2]>[0],
  { viewer }: ViewerContext,
  { name, pathId, size, contentType, image }: ReceivedFile,
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
