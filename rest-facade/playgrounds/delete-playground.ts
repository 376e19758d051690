import { endpoint } from '../endpoint.ts'
import { DeletePlaygroundDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { noFields } from '../reply.ts'

export const deletePlayground = endpoint('DELETE /realm/playgrounds/:playground_id', {
  summary: 'Remove a code playground',
  requires: 'administrator',
  parameters: { playground_id: pathInteger() },
  reply: noFields,
}).answer(async ({ parameters, session }) => {
  await session.execute(DeletePlaygroundDocument, { input: { databaseId: parameters.playground_id } })
  return {}
})
