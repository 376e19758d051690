import * as z from 'zod'

/** The types of profile fields that are treated in a way of their own. */
export const profileFieldTypes = { shortText: 1, pronouns: 8 } as const

/**
 * 1 short text, 2 paragraph, 3 dropdown, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.
 */
export const profileFieldType = z.literal([1, 2, 3, 4, 5, 6, 7, 8])

/** A field that an organization adds to its users' profiles (schemas: "CustomProfileField"). */
export const customProfileField = z.strictObject({
  id: z.int(),
  type: profileFieldType,
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  /** JSON text: the choices of a dropdown, or the kind of an external account. */
  field_data: z.string().optional(),
  /** Sent only when true, as is `use_for_user_matching`. */
  display_in_profile_summary: z.boolean().optional(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
  use_for_user_matching: z.boolean().optional(),
})

export type CustomProfileField = z.output<typeof customProfileField>
