import * as z from 'zod'

/** One way to sign in, as organization settings show it; the reason only where it is unavailable. */
export const authenticationMethod = z.strictObject({
  enabled: z.boolean(),
  available: z.boolean(),
  unavailable_reason: z.string().optional(),
})

/** Ways to sign in by their names (schemas: "RealmAuthenticationMethod"). */
export const authenticationMethods = z.record(z.string(), authenticationMethod)

export type AuthenticationMethods = z.output<typeof authenticationMethods>
