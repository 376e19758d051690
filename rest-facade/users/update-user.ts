import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UpdateUserDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { userChanges, userChangesInput } from './user-changes.ts'

export const updateUser = endpoint('PATCH /users/:user_id', {
  summary: 'Change a user',
  description: 'Name, role and address; for administrators, and in parts for owners only.',
  requires: 'administrator',
  parameters: { user_id: pathInteger(), ...userChanges },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(UpdateUserDocument, { input: userChangesInput(parameters.user_id, parameters) })
  return {}
})
