import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UpdateUserGroupDocument } from '../generated/operations.ts'
import { groupSettingChange } from '../parameters/group-setting.ts'
import { boolean } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'
import { text } from '../parameters/text.ts'
import { permissionParameters, permissionsInput } from './group-parameters.ts'

export const updateGroup = endpoint('PATCH /user_groups/:user_group_id', {
  summary: 'Change a user group',
  description: 'Changes name, description and permissions, of a deactivated group too, or reactivates it.',
  parameters: {
    user_group_id: pathInteger(),
    name: text().optional().describe('Unique; at most 100 characters.'),
    description: text().optional().describe('What it is for; may be empty.'),
    ...permissionParameters(groupSettingChange),
    deactivated: boolean().optional().describe('False reactivates the group; true changes nothing.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(UpdateUserGroupDocument, {
    input: {
      databaseId: parameters.user_group_id,
      name: parameters.name,
      description: parameters.description,
      isDeactivated: parameters.deactivated,
      ...permissionsInput(parameters),
    },
  })
  return {}
})
