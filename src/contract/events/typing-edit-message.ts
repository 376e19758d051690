import * as z from 'zod'
import { eventKind } from './event-kind.ts'

const edit = {
  sender_id: z.int(),
  message_id: z.int(),
  recipient: z.union([
    z.strictObject({ type: z.literal('channel'), channel_id: z.int(), topic: z.string() }),
    z.strictObject({ type: z.literal('direct'), user_ids: z.array(z.int()) }),
  ]),
}

/** Somebody edits a message. empty_topic_name decides on the topic. */
export const typingEditMessageStart = eventKind('typing_edit_message', { op: z.literal('start'), ...edit })

/** Somebody stopped editing a message. */
export const typingEditMessageStop = eventKind('typing_edit_message', { op: z.literal('stop'), ...edit })
