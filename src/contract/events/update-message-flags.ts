import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** What a client needs to count a message as unread that it may not hold. */
export const messageDetails = z.union([
  z.strictObject({
    type: z.literal('stream'),
    mentioned: z.boolean().optional(),
    stream_id: z.int(),
    topic: z.string(),
    unmuted_stream_msg: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('private'),
    mentioned: z.boolean().optional(),
    /** The other participants, ascending. */
    user_ids: z.array(z.int()),
  }),
])

export type MessageDetails = z.output<typeof messageDetails>

/** Messages got a flag; with `all`, every message of the user became read and no ids are named. */
export const updateMessageFlagsAdd = eventKind('update_message_flags', {
  op: z.literal('add'),
  operation: z.literal('add'),
  flag: z.string(),
  messages: z.array(z.int()),
  all: z.boolean(),
})

/** Messages lost a flag; details, by message id, when they became unread. empty_topic_name decides on their topics. */
export const updateMessageFlagsRemove = eventKind('update_message_flags', {
  op: z.literal('remove'),
  operation: z.literal('remove'),
  flag: z.string(),
  messages: z.array(z.int()),
  all: z.literal(false),
  message_details: z.record(z.string(), messageDetails).optional(),
})
