import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** A widget's data grew: somebody voted, or ticked a task off. */
export const submessageEvent = eventKind('submessage', {
  msg_type: z.string(),
  content: z.string(),
  message_id: z.int(),
  sender_id: z.int(),
  submessage_id: z.int(),
})
