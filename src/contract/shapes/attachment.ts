import * as z from 'zod'

/** An uploaded file (schemas: "Attachment"). */
export const attachment = z.strictObject({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  /** Bytes. */
  size: z.int(),
  /** UNIX seconds. */
  create_time: z.int(),
  /** Messages of anybody that link to it. */
  message_ids: z.array(z.int()),
})

export type Attachment = z.output<typeof attachment>
