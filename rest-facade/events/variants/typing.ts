import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownTopic } from '../../../src/contract/shown-topic.ts'
import type { Variant } from './variant.ts'

/** Notices of channels only with stream_typing_notifications; the topic by empty_topic_name. */
export const typingVariant: Variant<CanonicalEventOf<'typing/start' | 'typing/stop'>> = (event, shown) => {
  if (event.message_type === 'direct') return [event]
  if (!shown.capabilities.stream_typing_notifications) return []
  return [{ ...event, topic: shownTopic(event.topic, shown) }]
}
