import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UserGroupMembersDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'

export const getMembers = endpoint('GET /user_groups/:user_group_id/members', {
  summary: 'List the members of a user group',
  parameters: {
    user_group_id: pathInteger(),
    direct_member_only: boolean().default(false).describe('Leave out members of subgroups.'),
  },
  reply: z.strictObject({ members: z.array(z.int()) }),
}).answer(async ({ parameters, session }) => {
  const { userGroup } = await session.execute(UserGroupMembersDocument, {
    databaseId: parameters.user_group_id,
    directOnly: parameters.direct_member_only,
  })
  return userGroup
})
