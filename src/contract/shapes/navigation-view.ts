import * as z from 'zod'

/** A view in the sidebar, or hidden from it (schemas: "NavigationView"). */
export const navigationView = z.strictObject({
  fragment: z.string(),
  is_pinned: z.boolean(),
  /** Only for custom views. */
  name: z.string().nullable().optional(),
})

export type NavigationView = z.output<typeof navigationView>
