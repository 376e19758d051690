import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DeactivateOwnAccountDocument } from '../generated/operations.ts'

export const deactivateOwnUser = endpoint('DELETE /users/me', {
  summary: 'Deactivate the own account',
  description: 'And one’s bots; not for the only owner, nor for the only user.',
  requires: 'human',
  parameters: {},
  reply: z.strictObject({}),
}).answer(async ({ session }) => {
  await session.execute(DeactivateOwnAccountDocument, {})
  return {}
})
