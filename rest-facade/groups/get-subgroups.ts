import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UserGroupSubgroupsDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'

export const getSubgroups = endpoint('GET /user_groups/:user_group_id/subgroups', {
  summary: 'List the subgroups of a user group',
  parameters: {
    user_group_id: pathInteger(),
    direct_subgroup_only: boolean().default(false).describe('Leave out groups inside subgroups.'),
  },
  reply: z.strictObject({ subgroups: z.array(z.int()) }),
}).answer(async ({ parameters, session }) => {
  const { userGroup } = await session.execute(UserGroupSubgroupsDocument, {
    databaseId: parameters.user_group_id,
    directOnly: parameters.direct_subgroup_only,
  })
  return userGroup
})
