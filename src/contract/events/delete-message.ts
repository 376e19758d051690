import * as z from 'zod'
import { canonicalForm, type EventKind, wireForm } from './event-kind.ts'

const ofChannel = { message_type: z.literal('stream'), stream_id: z.int(), topic: z.string() }
const direct = { message_type: z.literal('private') }
/** Ascending. */
const many = { message_ids: z.array(z.int()) }
const one = { message_id: z.int() }

/**
 * Messages are gone for the user. Without bulk_message_deletion, delivery makes an event of each;
 * empty_topic_name decides on the topic.
 */
export const deleteMessage = {
  type: 'delete_message',
  canonical: z.union([
    canonicalForm('delete_message', { ...many, ...ofChannel }),
    canonicalForm('delete_message', { ...many, ...direct }),
  ]),
  wire: z.union([
    wireForm('delete_message', { ...many, ...ofChannel }),
    wireForm('delete_message', { ...many, ...direct }),
    wireForm('delete_message', { ...one, ...ofChannel }),
    wireForm('delete_message', { ...one, ...direct }),
  ]),
} as const satisfies EventKind
