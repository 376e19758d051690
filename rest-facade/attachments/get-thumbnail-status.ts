import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FileThumbnailDocument } from '../generated/operations.ts'
import { fileParameters, pathIdOf } from './file-parameters.ts'

export const getThumbnailStatus = endpoint('GET /thumbnail/status/:realm_id_str/:filename', {
  summary: 'Tell whether a file has thumbnails',
  parameters: fileParameters,
  reply: z.strictObject({ has_thumbnail: z.boolean() }),
}).answer(async ({ parameters, session }) => {
  const { uploadedFile } = await session.execute(FileThumbnailDocument, { pathId: pathIdOf(parameters) })
  return { has_thumbnail: uploadedFile.hasThumbnail }
})
