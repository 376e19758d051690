import * as z from 'zod'

/** Fields of POST /register under the gate `alert_words`. */
export const registerAlertWordsFields = {
  /** The oldest first. */
  alert_words: z.array(z.string()),
}

const registerAlertWords = z.strictObject(registerAlertWordsFields)

export type RegisterAlertWords = z.output<typeof registerAlertWords>
