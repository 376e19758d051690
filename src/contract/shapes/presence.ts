import * as z from 'zod'

/** When a user was last seen, in UNIX seconds (schemas: "ModernPresenceFormat"). */
export const modernPresence = z.strictObject({
  active_timestamp: z.int(),
  idle_timestamp: z.int(),
})

/** The same for old clients (schemas: "LegacyPresenceFormat"); `pushable` is absent in aggregates. */
export const legacyPresence = z.strictObject({
  client: z.literal('website'),
  status: z.enum(['idle', 'active']),
  timestamp: z.int(),
  pushable: z.literal(false).optional(),
})

export type ModernPresence = z.output<typeof modernPresence>
export type LegacyPresence = z.output<typeof legacyPresence>
