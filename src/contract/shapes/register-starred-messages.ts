import * as z from 'zod'

/** Fields of POST /register under the gate `starred_messages`. */
export const registerStarredMessagesFields = {
  /** Ids of all messages that the user starred, ascending. */
  starred_messages: z.array(z.int()),
}

const registerStarredMessages = z.strictObject(registerStarredMessagesFields)

export type RegisterStarredMessages = z.output<typeof registerStarredMessages>
