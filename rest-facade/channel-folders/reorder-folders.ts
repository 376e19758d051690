import { z } from 'zod'
import { databaseId } from '../../src/contract/database-id.ts'
import { endpoint } from '../endpoint.ts'
import { ReorderChannelFoldersDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'

export const reorderFolders = endpoint('PATCH /channel_folders', {
  summary: 'Reorder the channel folders',
  requires: 'administrator',
  parameters: { order: json(z.array(databaseId)).describe('Ids of all folders, archived ones too.') },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(ReorderChannelFoldersDocument, { input: { databaseIds: parameters.order } })
  return {}
})
