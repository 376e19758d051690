import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ArchiveChannelDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const archiveChannel = endpoint('DELETE /streams/:stream_id', {
  summary: 'Archive a channel',
  description: 'Its messages can be read, not added to. PATCH with is_archived=false takes it back.',
  parameters: { stream_id: pathInteger() },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(ArchiveChannelDocument, { input: { databaseId: parameters.stream_id } })
  return {}
})
