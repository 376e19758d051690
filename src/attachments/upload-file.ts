import { badRequest } from '../contract/coded-error.ts'
import type { IncomingFile, UploadedFile } from '../contract/executor.ts'
import { MIB } from '../contract/limits.ts'
import { writeFileFrom } from '../files/incoming.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { checkRoom } from './space.ts'
import { storeUpload } from './store-upload.ts'

/**
 * Takes a file in as it comes, stores it and tells its owner (reference: POST /user_uploads). It is complete
 * before anything is kept of it: one that breaks off leaves nothing behind.
 *
 * @throws CodedError BAD_REQUEST for one that is too large, REALM_UPLOAD_QUOTA; and whatever `content` throws
 */
export async function uploadFile(context: ViewerContext, file: IncomingFile): Promise<UploadedFile> {
  const { db, files, config } = context.core
  await checkRoom(db, context.viewer.organizationId, context.viewer.organization.settings)
  return files.incoming.within(async (path) => {
    const size = await writeFileFrom(file.content, path, config.uploadMib * MIB, () =>
      badRequest(`Uploaded file is larger than the allowed limit of ${config.uploadMib} MiB`),
    )
    return storeUpload(context, { name: file.name, contentType: file.contentType, path, size })
  })
}
