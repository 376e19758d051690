import * as z from 'zod'
import { canonicalForm, type EventKind, wireForm } from './event-kind.ts'

const person = z.strictObject({ user_id: z.int(), email: z.string() })
const direct = {
  message_type: z.literal('direct'),
  sender: person,
  /** The typing user among them. */
  recipients: z.array(person),
}
const inChannel = {
  message_type: z.literal('stream'),
  sender: person,
  stream_id: z.int(),
  topic: z.string(),
}

/**
 * Somebody types a message. That of a channel goes only to clients with stream_typing_notifications;
 * empty_topic_name decides on the topic.
 */
export const typingStart = typing('start')

/** Somebody stopped typing a message; the same rules. */
export const typingStop = typing('stop')

function typing<const Op extends 'start' | 'stop'>(op: Op) {
  const common = { op: z.literal(op) }
  return {
    type: 'typing',
    canonical: z.union([
      canonicalForm('typing', { ...common, ...direct }),
      canonicalForm('typing', { ...common, ...inChannel }),
    ]),
    wire: z.union([
      wireForm('typing', { ...common, ...direct }),
      wireForm('typing', { ...common, ...inChannel }),
    ]),
  } as const satisfies EventKind
}
