import { z } from 'zod'
import { databaseId } from '../../src/contract/database-id.ts'
import { endpoint } from '../endpoint.ts'
import { ReorderLinkifiersDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'

export const reorderLinkifiers = endpoint('PATCH /realm/linkifiers', {
  summary: 'Reorder the linkifiers',
  requires: 'administrator',
  parameters: { ordered_linkifier_ids: json(z.array(databaseId)).describe('Ids of all linkifiers.') },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(ReorderLinkifiersDocument, {
    input: { databaseIds: parameters.ordered_linkifier_ids },
  })
  return {}
})
