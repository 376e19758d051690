import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DeactivateUserGroupDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'

export const deactivateGroup = endpoint('POST /user_groups/:user_group_id/deactivate', {
  summary: 'Deactivate a user group',
  description: 'Refused while a setting or another group uses it: `objections` says where.',
  parameters: { user_group_id: pathInteger() },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(DeactivateUserGroupDocument, { input: { databaseId: parameters.user_group_id } })
  return {}
})
