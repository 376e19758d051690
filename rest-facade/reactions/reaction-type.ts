import type { ReactionType as WireType } from '../../src/contract/shapes/emoji-reaction.ts'
import type { ReactionType } from '../generated/operations.ts'

/** The reference's names of the types of reactions, by the core's. */
export const reactionTypeOf: Readonly<Record<ReactionType, WireType>> = {
  UNICODE_EMOJI: 'unicode_emoji',
  CUSTOM_EMOJI: 'realm_emoji',
  EXTRA_EMOJI: 'service_extra_emoji',
}

/** The core's names, by the reference's. */
export const typeOfReaction: Readonly<Record<WireType, ReactionType>> = {
  unicode_emoji: 'UNICODE_EMOJI',
  realm_emoji: 'CUSTOM_EMOJI',
  service_extra_emoji: 'EXTRA_EMOJI',
}
