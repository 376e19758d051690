import * as z from 'zod'

/** A site that runs code blocks of one language (schemas: "RealmPlayground"). */
export const playground = z.strictObject({
  id: z.int(),
  name: z.string(),
  pygments_language: z.string(),
  /** RFC 6570 with the one variable `code`. */
  url_template: z.string(),
})

export type Playground = z.output<typeof playground>
