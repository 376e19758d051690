import * as z from 'zod'

/** An emoji that the organization added (schemas: "RealmEmoji"). */
export const customEmoji = z.strictObject({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  /** First frame of an animated one. */
  still_url: z.string().nullable(),
  deactivated: z.boolean(),
  author_id: z.int().nullable(),
})

/** All of them by id, deactivated ones included. */
export const customEmojiById = z.record(z.string(), customEmoji)

export type CustomEmoji = z.output<typeof customEmoji>
