import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownTopic } from '../../../src/contract/shown-topic.ts'
import type { Variant } from './variant.ts'

/** Not for queues that ask for user_topic, which tells the same; the topics by empty_topic_name. */
export const mutedTopicsVariant: Variant<CanonicalEventOf<'muted_topics'>> = (event, shown) => {
  if (shown.listsUserTopic) return []
  const muted_topics = event.muted_topics.map(([channel, topic, mutedAt]) => [
    channel,
    shownTopic(topic, shown),
    mutedAt,
  ])
  return [{ ...event, muted_topics }]
}
