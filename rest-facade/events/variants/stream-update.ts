import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/**
 * Archiving is a change with archived_channels and a deletion without. Unarchiving is a change with
 * it and nothing without: the creation that goes beside it in the log tells those clients.
 */
export const streamUpdateVariant: Variant<CanonicalEventOf<'stream/update'>> = (event, shown) => {
  if (event.property !== 'is_archived' || shown.capabilities.archived_channels) return [event]
  if (event.value === false) return []
  const { type, stream_id } = event
  return [{ type, op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id] }]
}
