import { endpoint } from '../endpoint.ts'
import { DeleteAttachmentDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { noFields } from '../reply.ts'

export const deleteAttachment = endpoint('DELETE /attachments/:attachment_id', {
  summary: 'Delete an own upload',
  description: 'Links to it break.',
  parameters: { attachment_id: pathInteger() },
  reply: noFields,
}).answer(async ({ parameters, session }) => {
  await session.execute(DeleteAttachmentDocument, { input: { databaseId: parameters.attachment_id } })
  return {}
})
