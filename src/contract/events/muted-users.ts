import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** All users whom the user has muted, with the time in UNIX seconds. */
export const mutedUsers = eventKind('muted_users', {
  muted_users: z.array(z.strictObject({ id: z.int(), timestamp: z.int() })),
})
