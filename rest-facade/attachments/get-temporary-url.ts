import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FileTemporaryUrlDocument } from '../generated/operations.ts'
import { fileParameters, pathIdOf } from './file-parameters.ts'

export const getTemporaryUrl = endpoint('GET /user_uploads/:realm_id_str/:filename', {
  summary: 'Get a temporary address of a file',
  description: 'It serves the file for 60 seconds without credentials.',
  parameters: fileParameters,
  reply: z.strictObject({ url: z.string() }),
}).answer(async ({ parameters, session }) => {
  const { uploadedFile } = await session.execute(FileTemporaryUrlDocument, { pathId: pathIdOf(parameters) })
  return { url: uploadedFile.temporaryUrl }
})
