import * as z from 'zod'
import { scheduledMessage } from '../shapes/scheduled-message.ts'
import { eventKind } from './event-kind.ts'

/** The user scheduled messages. */
export const scheduledMessagesAdd = eventKind('scheduled_messages', {
  op: z.literal('add'),
  scheduled_messages: z.array(scheduledMessage),
})

/** A scheduled message was edited, or failed. */
export const scheduledMessagesUpdate = eventKind('scheduled_messages', {
  op: z.literal('update'),
  scheduled_message: scheduledMessage,
})

/** A scheduled message was deleted or sent. */
export const scheduledMessagesRemove = eventKind('scheduled_messages', {
  op: z.literal('remove'),
  scheduled_message_id: z.int(),
})
