import { z } from 'zod'
import { userGroup } from '../../src/contract/shapes/user-group.ts'
import { unixSeconds } from '../../src/contract/unix-seconds.ts'
import { endpoint } from '../endpoint.ts'
import { UserGroupsDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'

export const getGroups = endpoint('GET /user_groups', {
  summary: 'List the user groups',
  description: 'The organization’s groups with their direct members; system groups, too.',
  requires: 'member',
  parameters: {
    include_deactivated_groups: boolean().default(false).describe('Deactivated groups, too.'),
  },
  reply: z.strictObject({ user_groups: z.array(userGroup) }),
}).answer(async ({ parameters, session }) => {
  const { userGroups } = await session.execute(UserGroupsDocument, {
    includeDeactivated: parameters.include_deactivated_groups,
  })
  return {
    user_groups: userGroups.map(({ dateCreated, ...group }) => ({
      ...group,
      date_created: dateCreated === null ? null : unixSeconds(dateCreated),
    })),
  }
})
