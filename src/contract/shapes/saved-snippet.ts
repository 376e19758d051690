import * as z from 'zod'

/** Text that a user keeps for use in messages (schemas: "SavedSnippet"). */
export const savedSnippet = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** UNIX seconds. */
  date_created: z.int(),
})

export type SavedSnippet = z.output<typeof savedSnippet>
