import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/** The subscribers of a channel that came back from the archive: news only to clients that do not know of archived ones. */
export const subscriptionPeerAddVariant: Variant<CanonicalEventOf<'subscription/peer_add'>> = (
  event,
  shown,
) => {
  const { unarchived, ...wire } = event
  return unarchived && shown.capabilities.archived_channels ? [] : [wire]
}
