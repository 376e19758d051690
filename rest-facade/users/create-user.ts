import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CreateUserDocument } from '../generated/operations.ts'
import { text } from '../parameters/text.ts'

export const createUser = endpoint('POST /users', {
  summary: 'Create a user',
  description: 'For administrators to whom the server’s operator has granted it.',
  requires: 'administrator',
  parameters: {
    email: text({ nonBlank: true }).describe('The real address.'),
    password: text().describe('What the person signs in with, 6 to 100 characters.'),
    full_name: text({ nonBlank: true }).describe('The name, 2 to 100 characters.'),
  },
  reply: z.strictObject({ user_id: z.int() }),
}).answer(async ({ parameters, session }) => {
  const { email, password, full_name: fullName } = parameters
  const { createUser } = await session.execute(CreateUserDocument, {
    input: { email, password, fullName },
  })
  return { user_id: createUser.user.databaseId }
})
