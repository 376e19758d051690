import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/** The modern form with simplified_presence_events; else the old one, by slim_presence without the address. */
export const presenceVariant: Variant<CanonicalEventOf<'presence'>> = (event, shown) => {
  const { type, presences, email, ...legacy } = event
  if (shown.capabilities.simplified_presence_events) return [{ type, presences }]
  return [shown.slimPresence ? { type, ...legacy } : { type, ...legacy, email }]
}
