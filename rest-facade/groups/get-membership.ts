import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UserIsGroupMemberDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'

export const getMembership = endpoint('GET /user_groups/:user_group_id/members/:user_id', {
  summary: 'Ask whether a user is in a user group',
  parameters: {
    user_group_id: pathInteger(),
    user_id: pathInteger(),
    direct_member_only: boolean().default(false).describe('Do not count membership through subgroups.'),
  },
  reply: z.strictObject({ is_user_group_member: z.boolean() }),
}).answer(async ({ parameters, session }) => {
  const { userGroup } = await session.execute(UserIsGroupMemberDocument, {
    databaseId: parameters.user_group_id,
    userDatabaseId: parameters.user_id,
    directOnly: parameters.direct_member_only,
  })
  return userGroup
})
