import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UpdateUserDocument, UserIdByAddressDocument } from '../generated/operations.ts'
import { pathText } from '../parameters/path.ts'
import { userChanges, userChangesInput } from './user-changes.ts'

export const updateUserByEmail = endpoint('PATCH /users/:email', {
  summary: 'Change a user by address',
  description: 'The real address, where the caller may see it, or the dummy one.',
  requires: 'administrator',
  parameters: { email: pathText(), ...userChanges },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  const { userByAddress } = await session.execute(UserIdByAddressDocument, { address: parameters.email })
  await session.execute(UpdateUserDocument, { input: userChangesInput(userByAddress.databaseId, parameters) })
  return {}
})
