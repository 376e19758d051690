import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownTopic } from '../../../src/contract/shown-topic.ts'
import type { Variant } from './variant.ts'

/** The details of messages marked unread name the empty topic by empty_topic_name. */
export const updateMessageFlagsRemoveVariant: Variant<CanonicalEventOf<'update_message_flags/remove'>> = (
  event,
  shown,
) => {
  if (event.message_details === undefined) return [event]
  const details = Object.entries(event.message_details).map(([id, detail]) => [
    id,
    detail.type === 'stream' ? { ...detail, topic: shownTopic(detail.topic, shown) } : detail,
  ])
  return [{ ...event, message_details: Object.fromEntries(details) }]
}
