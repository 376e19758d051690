import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ChangeUserGroupMembersDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { ids } from './group-parameters.ts'

export const updateSubgroups = endpoint('POST /user_groups/:user_group_id/subgroups', {
  summary: 'Add and remove subgroups of a user group',
  description: 'All or nothing.',
  parameters: {
    user_group_id: pathInteger(),
    add: ids.optional().describe('Ids of groups that are to become part of it.'),
    delete: ids.optional().describe('Ids of subgroups that are to leave.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(ChangeUserGroupMembersDocument, {
    input: {
      databaseId: parameters.user_group_id,
      addSubgroupDatabaseIds: parameters.add,
      removeSubgroupDatabaseIds: parameters.delete,
    },
  })
  return {}
})
