import * as z from 'zod'
import { legacyPresence, modernPresence } from '../shapes/presence.ts'
import { canonicalForm, type EventKind, wireForm } from './event-kind.ts'

/** By user id, written as text. */
const modern = { presences: z.record(z.string(), modernPresence) }
const legacy = {
  user_id: z.int(),
  /** UNIX seconds with a fraction. */
  server_timestamp: z.number(),
  /** By client; the only one is `website`. */
  presence: z.strictObject({ website: legacyPresence.required() }),
}

/**
 * A user came online. With simplified_presence_events clients get the modern part, others the rest;
 * of it slim_presence leaves out the address.
 */
export const presence = {
  type: 'presence',
  canonical: canonicalForm('presence', { ...modern, ...legacy, email: z.string() }),
  wire: z.union([
    wireForm('presence', modern),
    wireForm('presence', { ...legacy, email: z.string() }),
    wireForm('presence', legacy),
  ]),
} as const satisfies EventKind
