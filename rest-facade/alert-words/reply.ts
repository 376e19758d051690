import { z } from 'zod'
import { registerAlertWordsFields } from '../../src/contract/shapes/register-alert-words.ts'
import { boundedString, json } from '../parameters/json.ts'

/**
 * The parameter of those endpoints that change the words.
 *
 * @param maxLength none where words are removed: those that nobody can have are unknown like others
 */
export const wordsParameter = (maxLength?: number) =>
  json(z.array(boundedString(maxLength === undefined ? {} : { maxLength }))).describe(
    'Words or phrases; case does not matter.',
  )

/** All the caller's words, after the change if there is one. */
export const alertWordsReply = z.strictObject(registerAlertWordsFields)
