import type { CanonicalEvent, CanonicalEventOf, EventKindName } from '../../../src/contract/events/kinds.ts'
import { eventKindName } from '../../../src/contract/events/parse.ts'
import type { Presentation } from '../../../src/contract/presentation.ts'
import { messageVariant } from './message.ts'
import { streamCreateVariant } from './stream-create.ts'
import { subscriptionAddVariant } from './subscription-add.ts'
import { updateMessageFlagsRemoveVariant } from './update-message-flags.ts'
import type { Variant } from './variant.ts'

/** The kinds that not every client is shown as the log keeps them. */
const variants: { readonly [Name in EventKindName]?: Variant<CanonicalEventOf<Name>> } = {
  message: messageVariant,
  'stream/create': streamCreateVariant,
  'subscription/add': subscriptionAddVariant,
  'update_message_flags/remove': updateMessageFlagsRemoveVariant,
}

/** The wire events, without ids, that a canonical event comes to for one presentation. */
export function wireEvents(event: CanonicalEvent, shown: Presentation): readonly object[] {
  // The name has been read from this very event, so the variant is for its kind.
  const variant = variants[eventKindName(event)] as Variant<CanonicalEvent> | undefined
  return variant ? variant(event, shown) : [event]
}
