import { z } from 'zod'
import { user } from '../../src/contract/shapes/user.ts'
import { endpoint } from '../endpoint.ts'
import { UsersDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'
import { wireUser } from './user.ts'
import { userParameters } from './user-parameters.ts'

const id = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1)

export const getUsers = endpoint('GET /users', {
  summary: 'List users',
  description:
    'The users whom the caller may see, deactivated ones too. Without credentials, where channels are open to visitors: who has written there.',
  authentication: 'optional',
  parameters: {
    ...userParameters,
    user_ids: json(z.array(id)).optional().describe('Only these; ids of nobody are passed over.'),
  },
  reply: z.strictObject({ members: z.array(user) }),
}).answer(async ({ parameters, session }) => {
  const { users } = await session.execute(UsersDocument, {
    databaseIds: parameters.user_ids,
    clientGravatar: parameters.client_gravatar,
    profileData: parameters.include_custom_profile_fields,
  })
  return { members: users.map(wireUser) }
})
