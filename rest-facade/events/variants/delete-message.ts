import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownTopic } from '../../../src/contract/shown-topic.ts'
import type { Variant } from './variant.ts'

/** One event for all messages with bulk_message_deletion, else one for each; the topic by empty_topic_name. */
export const deleteMessageVariant: Variant<CanonicalEventOf<'delete_message'>> = (event, shown) => {
  const named = event.message_type === 'stream' ? { ...event, topic: shownTopic(event.topic, shown) } : event
  if (shown.capabilities.bulk_message_deletion) return [named]
  const { message_ids, ...rest } = named
  return message_ids.map((message_id) => ({ ...rest, message_id }))
}
