import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/**
 * Changes of archived channels are only for clients that know archived_channels. Archiving is a change with archived_channels and a deletion without. Unarchiving is a change with
 * it and nothing without: the creation that goes beside it in the log tells those clients.
 */
export const streamUpdateVariant: Variant<CanonicalEventOf<'stream/update'>> = (event, shown) => {
  const { of_archived_channel, ...wire } = event
  if (shown.capabilities.archived_channels) return [wire]
  if (of_archived_channel) return []
  if (event.property !== 'is_archived') return [wire]
  if (event.value === false) return []
  const { type, stream_id } = event
  return [{ type, op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id] }]
}
