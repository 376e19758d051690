import * as z from 'zod'

/** A user who is muted, and since when, in UNIX seconds. */
export const mutedUser = z.strictObject({ id: z.int(), timestamp: z.int() })

export type WireMutedUser = z.output<typeof mutedUser>
