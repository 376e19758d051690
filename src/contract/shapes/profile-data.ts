import * as z from 'zod'
import { databaseId } from '../database-id.ts'

/** A user's value of one custom profile field; HTML only for the types with Markdown. */
export const profileValue = z.strictObject({
  value: z.string(),
  rendered_value: z.string().optional(),
})

/** A user's values by the id of the field, written as text (schemas: "ProfileData"). */
export const profileData = z.record(z.string(), profileValue)

/** A change of one value; null removes it (schemas: "ProfileDataUpdate"). */
export const profileDataUpdate = z.strictObject({
  id: databaseId,
  value: z.union([z.string(), z.array(z.int()), z.null()]),
})

export type ProfileData = z.output<typeof profileData>
export type ProfileDataUpdate = z.output<typeof profileDataUpdate>
