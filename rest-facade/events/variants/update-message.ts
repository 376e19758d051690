import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownTopic } from '../../../src/contract/shown-topic.ts'
import type { Variant } from './variant.ts'

/** Both topics of a move by empty_topic_name. */
export const updateMessageVariant: Variant<CanonicalEventOf<'update_message'>> = (event, shown) => {
  const { subject, orig_subject } = event
  return [
    {
      ...event,
      ...(subject !== undefined && { subject: shownTopic(subject, shown) }),
      ...(orig_subject !== undefined && { orig_subject: shownTopic(orig_subject, shown) }),
    },
  ]
}
