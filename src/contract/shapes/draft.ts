import * as z from 'zod'

/** A message that is not sent yet (schemas: "Draft"); an empty type has no address. */
export const draft = z.strictObject({
  /** Absent in requests. */
  id: z.int().optional(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()),
  topic: z.string(),
  content: z.string(),
  /** UNIX seconds of the last edit; the server fills it in. */
  timestamp: z.int().optional(),
})

export type Draft = z.output<typeof draft>
