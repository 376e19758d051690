import * as z from 'zod'

const common = {
  /** Not the id that the message gets once it is sent. */
  scheduled_message_id: z.int(),
  /** Markdown. */
  content: z.string(),
  /** HTML. */
  rendered_content: z.string(),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
}

/** A message to be sent later, to a channel or to users (schemas: "ScheduledMessage"). */
export const scheduledMessage = z.union([
  z.strictObject({ ...common, type: z.literal('stream'), to: z.int(), topic: z.string() }),
  z.strictObject({ ...common, type: z.literal('private'), to: z.array(z.int()) }),
])

export type ScheduledMessage = z.output<typeof scheduledMessage>
