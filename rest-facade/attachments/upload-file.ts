import { z } from 'zod'
import { badRequest } from '../../src/contract/coded-error.ts'
import { endpoint } from '../endpoint.ts'

export const uploadFile = endpoint('POST /user_uploads', {
  summary: 'Upload a file',
  description:
    'One file in a multipart body. Until a message links to it, only its uploader can open it. The file comes in as it is sent, up to max_file_upload_size_mib.',
  parameters: {},
  streamsFile: true,
  reply: z.strictObject({
    url: z.string().describe('Where it is, relative to the organization’s address.'),
    uri: z.string().describe('The same, under its old name.'),
    filename: z.string().describe('Its name as it is shown.'),
  }),
}).answer(async ({ request, session }) => {
  if (!request.file) throw badRequest('You must specify a file to upload')
  const { url, filename } = await session.upload(request.file)
  return { url, uri: url, filename }
})
