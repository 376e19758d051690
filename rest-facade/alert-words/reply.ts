import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { registerAlertWordsFields } from '../../src/contract/shapes/register-alert-words.ts'
import { boundedString, json } from '../parameters/json.ts'

/** The parameter of those endpoints that change the words. */
export const wordsParameter = () =>
  json(z.array(boundedString({ maxLength: textLimits.alertWord }))).describe(
    'Words or phrases; case does not matter.',
  )

/** All the caller's words, after the change if there is one. */
export const alertWordsReply = z.strictObject(registerAlertWordsFields)
