import { endpoint } from '../endpoint.ts'
import { SignInForDevelopmentDocument } from '../generated/operations.ts'
import { text } from '../parameters/text.ts'
import { apiKeyReply } from './api-key-reply.ts'

export const devFetchApiKey = endpoint('POST /dev_fetch_api_key', {
  summary: 'Get an API key without a password, on development servers',
  authentication: 'none',
  parameters: { username: text().describe('The account’s real address.') },
  reply: apiKeyReply,
}).answer(async ({ parameters, session }) => {
  const { signInForDevelopment } = await session.execute(SignInForDevelopmentDocument, { input: parameters })
  return signInForDevelopment
})
