import { z } from 'zod'
import { user } from '../../src/contract/shapes/user.ts'
import { endpoint } from '../endpoint.ts'
import { UserDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { wireUser } from './user.ts'
import { userParameters } from './user-parameters.ts'

export const getUser = endpoint('GET /users/:user_id', {
  summary: 'Get a user',
  parameters: { user_id: pathInteger(), ...userParameters },
  reply: z.strictObject({ user }),
}).answer(async ({ parameters, session }) => {
  const found = await session.execute(UserDocument, {
    databaseId: parameters.user_id,
    clientGravatar: parameters.client_gravatar,
    profileData: parameters.include_custom_profile_fields,
  })
  return { user: wireUser(found.user) }
})
