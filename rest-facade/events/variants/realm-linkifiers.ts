import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/** Only for clients with linkifier_url_template. */
export const realmLinkifiersVariant: Variant<CanonicalEventOf<'realm_linkifiers'>> = (event, shown) =>
  shown.capabilities.linkifier_url_template ? [event] : []
