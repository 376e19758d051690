import * as z from 'zod'

/** A domain whose addresses may join (schemas: "RealmDomain"). */
export const domain = z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() })

export type Domain = z.output<typeof domain>
