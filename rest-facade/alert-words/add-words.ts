import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { AddAlertWordsDocument } from '../generated/operations.ts'
import { alertWordsReply, wordsParameter } from './reply.ts'

export const addAlertWords = endpoint('POST /users/me/alert_words', {
  summary: 'Add alert words',
  parameters: { alert_words: wordsParameter(textLimits.alertWord) },
  reply: alertWordsReply,
}).answer(async ({ parameters, session }) => {
  const { addAlertWords: added } = await session.execute(AddAlertWordsDocument, {
    input: { words: parameters.alert_words },
  })
  return added
})
