import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownTopic } from '../../../src/contract/shown-topic.ts'
import type { Variant } from './variant.ts'

/** The topic by empty_topic_name. */
export const userTopicVariant: Variant<CanonicalEventOf<'user_topic'>> = (event, shown) => [
  { ...event, topic_name: shownTopic(event.topic_name, shown) },
]
