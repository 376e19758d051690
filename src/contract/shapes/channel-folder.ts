import * as z from 'zod'

/** A folder of channels (schemas: "ChannelFolder"). */
export const channelFolder = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Place among the folders, from 0. */
  order: z.int(),
  /** UNIX seconds. */
  date_created: z.int().nullable(),
  creator_id: z.int().nullable(),
  /** Markdown. */
  description: z.string(),
  /** HTML. */
  rendered_description: z.string(),
  is_archived: z.boolean(),
})

export type ChannelFolder = z.output<typeof channelFolder>
