import * as z from 'zod'

/** Ids of messages, ascending. */
const unreadMessageIds = z.array(z.int())

/** Fields of POST /register under the gates `message` and `update_message_flags` together. */
export const registerUnreadMessagesFields = {
  unread_msgs: z.strictObject({
    /** Direct messages, and messages of channels that are not muted. */
    count: z.int(),
    /** Conversations with one other user, or with oneself. */
    pms: z.array(
      z.strictObject({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: unreadMessageIds }),
    ),
    /** By channel and topic, muted ones too. */
    streams: z.array(
      z.strictObject({ topic: z.string(), stream_id: z.int(), unread_message_ids: unreadMessageIds }),
    ),
    /** Conversations of more; the ids of all participants, ascending, joined by commas. */
    huddles: z.array(z.strictObject({ user_ids_string: z.string(), unread_message_ids: unreadMessageIds })),
    /** Messages that mention the user; by a wildcard only where they are not muted. */
    mentions: z.array(z.int()),
    /** Only the newest are told. */
    old_unreads_missing: z.boolean(),
  }),
}

const registerUnreadMessages = z.strictObject(registerUnreadMessagesFields)

export type RegisterUnreadMessages = z.output<typeof registerUnreadMessages>
