import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DeleteLinkifierDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const deleteLinkifier = endpoint('DELETE /realm/filters/:filter_id', {
  summary: 'Remove a linkifier',
  requires: 'administrator',
  parameters: { filter_id: pathInteger() },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(DeleteLinkifierDocument, { input: { databaseId: parameters.filter_id } })
  return {}
})
