import { endpoint } from '../endpoint.ts'
import { AlertWordsDocument } from '../generated/operations.ts'
import { alertWordsReply } from './reply.ts'

export const getAlertWords = endpoint('GET /users/me/alert_words', {
  summary: 'List alert words',
  parameters: {},
  reply: alertWordsReply,
}).answer(async ({ session }) => {
  const { viewer } = await session.execute(AlertWordsDocument, {})
  return { alert_words: viewer?.alert_words ?? [] }
})
