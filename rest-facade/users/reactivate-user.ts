import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ReactivateUserDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const reactivateUser = endpoint('POST /users/:user_id/reactivate', {
  summary: 'Reactivate a user',
  description: 'Their bots stay deactivated; owners only for owners.',
  requires: 'administrator',
  parameters: { user_id: pathInteger() },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(ReactivateUserDocument, { input: { databaseId: parameters.user_id } })
  return {}
})
