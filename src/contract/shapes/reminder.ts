import * as z from 'zod'

/** A reminder of a message, sent to the user who set it (schemas: "Reminder"). */
export const reminder = z.strictObject({
  reminder_id: z.int(),
  type: z.literal('private'),
  /** The user's own id. */
  to: z.array(z.int()),
  /** Markdown. */
  content: z.string(),
  /** HTML. */
  rendered_content: z.string(),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
  reminder_target_message_id: z.int(),
})

export type Reminder = z.output<typeof reminder>
