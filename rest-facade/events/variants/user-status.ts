import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownReactionType } from './shown-reaction-type.ts'
import type { Variant } from './variant.ts'

/** The server's extra emoji under the name that clients know. */
export const userStatusVariant: Variant<CanonicalEventOf<'user_status'>> = (event) => [
  { ...event, reaction_type: shownReactionType(event.reaction_type) },
]
