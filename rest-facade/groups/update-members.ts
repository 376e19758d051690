import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ChangeUserGroupMembersDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { ids } from './group-parameters.ts'

export const updateMembers = endpoint('POST /user_groups/:user_group_id/members', {
  summary: 'Add and remove members of a user group',
  description: 'Users and subgroups, all or nothing. One joins and leaves by one’s own id.',
  parameters: {
    user_group_id: pathInteger(),
    add: ids.optional().describe('Ids of users who are to become members.'),
    delete: ids.optional().describe('Ids of members who are to leave.'),
    add_subgroups: ids.optional().describe('Ids of groups that are to become part of it.'),
    delete_subgroups: ids.optional().describe('Ids of subgroups that are to leave.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(ChangeUserGroupMembersDocument, {
    input: {
      databaseId: parameters.user_group_id,
      addUserDatabaseIds: parameters.add,
      removeUserDatabaseIds: parameters.delete,
      addSubgroupDatabaseIds: parameters.add_subgroups,
      removeSubgroupDatabaseIds: parameters.delete_subgroups,
    },
  })
  return {}
})
