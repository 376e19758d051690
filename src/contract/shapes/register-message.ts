import * as z from 'zod'

/** Fields of POST /register under the gate `message`. */
export const registerMessageFields = {
  /** Greatest id of a message that the user has received; -1 without any. */
  max_message_id: z.int(),
}

export const registerMessage = z.strictObject(registerMessageFields)

export type RegisterMessage = z.output<typeof registerMessage>
