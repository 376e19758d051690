import { endpoint } from '../endpoint.ts'
import { RemoveAlertWordsDocument } from '../generated/operations.ts'
import { alertWordsReply, wordsParameter } from './reply.ts'

export const removeAlertWords = endpoint('DELETE /users/me/alert_words', {
  summary: 'Remove alert words',
  parameters: { alert_words: wordsParameter() },
  reply: alertWordsReply,
}).answer(async ({ parameters, session }) => {
  const { removeAlertWords: removed } = await session.execute(RemoveAlertWordsDocument, {
    input: { words: parameters.alert_words },
  })
  return removed
})
