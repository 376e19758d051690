import { endpoint } from '../endpoint.ts'
import { SignInDocument } from '../generated/operations.ts'
import { text } from '../parameters/text.ts'
import { apiKeyReply } from './api-key-reply.ts'

export const fetchApiKey = endpoint('POST /fetch_api_key', {
  summary: 'Exchange address and password for an API key',
  authentication: 'none',
  parameters: {
    username: text().describe('The account’s real address.'),
    password: text().describe('The account’s password.'),
  },
  reply: apiKeyReply,
}).answer(async ({ parameters, session }) => {
  const { signIn } = await session.execute(SignInDocument, { input: parameters })
  return signIn
})
