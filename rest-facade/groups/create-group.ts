import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CreateUserGroupDocument } from '../generated/operations.ts'
import { groupSetting } from '../parameters/group-setting.ts'
import { text } from '../parameters/text.ts'
import { ids, permissionParameters, permissionsInput } from './group-parameters.ts'

export const createGroup = endpoint('POST /user_groups/create', {
  summary: 'Create a user group',
  parameters: {
    name: text().describe('Unique; at most 100 characters.'),
    description: text().describe('What it is for; may be empty.'),
    members: ids.describe('Ids of its first members.'),
    subgroups: ids.optional().describe('Ids of the first groups inside it.'),
    ...permissionParameters(groupSetting),
  },
  reply: z.strictObject({ group_id: z.int() }),
}).answer(async ({ parameters, session }) => {
  const { createUserGroup } = await session.execute(CreateUserGroupDocument, {
    input: {
      name: parameters.name,
      description: parameters.description,
      memberDatabaseIds: parameters.members,
      subgroupDatabaseIds: parameters.subgroups,
      ...permissionsInput(parameters),
    },
  })
  return createUserGroup.userGroup
})
