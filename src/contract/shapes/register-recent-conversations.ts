import * as z from 'zod'

/** Fields of POST /register under the gate `recent_private_conversations`. */
export const registerRecentConversationsFields = {
  /** Conversations of direct messages, the latest first. */
  recent_private_conversations: z.array(
    z.strictObject({
      /** Its newest message. */
      max_message_id: z.int(),
      /** The other participants, ascending; none for notes to oneself. */
      user_ids: z.array(z.int()),
    }),
  ),
}

const registerRecentConversations = z.strictObject(registerRecentConversationsFields)

export type RegisterRecentConversations = z.output<typeof registerRecentConversations>
