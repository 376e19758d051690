import { z } from 'zod'
import { user } from '../../src/contract/shapes/user.ts'
import { endpoint } from '../endpoint.ts'
import { UserByAddressDocument } from '../generated/operations.ts'
import { pathText } from '../parameters/path.ts'
import { wireUser } from './user.ts'
import { userParameters } from './user-parameters.ts'

export const getUserByEmail = endpoint('GET /users/:email', {
  summary: 'Get a user by address',
  description: 'The real address, where the caller may see it, or the dummy one.',
  parameters: { email: pathText(), ...userParameters },
  reply: z.strictObject({ user }),
}).answer(async ({ parameters, session }) => {
  const found = await session.execute(UserByAddressDocument, {
    address: parameters.email,
    clientGravatar: parameters.client_gravatar,
    profileData: parameters.include_custom_profile_fields,
  })
  return { user: wireUser(found.userByAddress) }
})
