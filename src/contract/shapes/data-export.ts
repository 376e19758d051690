import * as z from 'zod'

/** One export of an organization's data (schemas: "RealmExport"); times in UNIX seconds with fractions. */
export const dataExport = z.strictObject({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: z.number(),
  deleted_timestamp: z.number().nullable(),
  failed_timestamp: z.number().nullable(),
  export_url: z.string().nullable(),
  pending: z.boolean(),
  export_from_prior_server: z.boolean(),
  export_type: z.enum(['public', 'full_with_consent', 'full_without_consent']),
})

export type DataExport = z.output<typeof dataExport>
