import * as z from 'zod'
import { canonicalMessage, message } from '../shapes/message.ts'
import { eventKindInTwoForms } from './event-kind.ts'

/**
 * A new message. Delivery picks the content by apply_markdown, the avatar by client_gravatar and the
 * shown topic by empty_topic_name; it adds each user's flags, and `local_message_id` on the queue
 * that the message was sent from.
 */
export const messageEvent = eventKindInTwoForms(
  'message',
  { message: canonicalMessage },
  { message, flags: z.array(z.string()), local_message_id: z.string().optional() },
)
