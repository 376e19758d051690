import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/** Unarchiving looks like creation to clients that do not know of archived channels, and only to them. */
export const streamCreateVariant: Variant<CanonicalEventOf<'stream/create'>> = (event, shown) => {
  const { unarchived, ...wire } = event
  if (shown.capabilities.archived_channels) return unarchived ? [] : [wire]
  const streams = event.streams.filter((stream) => !stream.is_archived)
  return streams.length === 0 ? [] : [{ ...wire, streams }]
}
