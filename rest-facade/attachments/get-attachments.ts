import { z } from 'zod'
import type { Session } from '../../src/contract/executor.ts'
import { type Attachment, attachment } from '../../src/contract/shapes/attachment.ts'
import { unixSeconds } from '../../src/contract/unix-seconds.ts'
import { endpoint } from '../endpoint.ts'
import { AttachmentsDocument } from '../generated/operations.ts'

export const getAttachments = endpoint('GET /attachments', {
  summary: 'List own uploads',
  parameters: {},
  reply: z.strictObject({
    attachments: z.array(attachment),
    upload_space_used: z.int().describe('Bytes of all uploads of the organization.'),
  }),
}).answer(async ({ session }) => {
  const attachments: Attachment[] = []
  for (let after: string | undefined; ; ) {
    const page = await readPage(session, after)
    for (const { node } of page.attachments.edges) {
      const { dateCreated, ...rest } = node
      attachments.push({ ...rest, create_time: unixSeconds(dateCreated) })
    }
    const { hasNextPage, endCursor } = page.attachments.pageInfo
    if (!hasNextPage) return { attachments, upload_space_used: page.uploadSpaceUsed }
    after = endCursor ?? undefined
  }
})

async function readPage(session: Session, after: string | undefined) {
  const { viewer } = await session.execute(AttachmentsDocument, { after })
  // Only those who are signed in come here.
  if (!viewer) throw new Error('A session of a user has no viewer.')
  return viewer
}
