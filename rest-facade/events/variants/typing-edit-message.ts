import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { shownTopic } from '../../../src/contract/shown-topic.ts'
import type { Variant } from './variant.ts'

/** The topic of a message in a channel by empty_topic_name. */
export const typingEditMessageVariant: Variant<
  CanonicalEventOf<'typing_edit_message/start' | 'typing_edit_message/stop'>
> = (event, shown) => {
  const { recipient } = event
  if (recipient.type === 'direct') return [event]
  return [{ ...event, recipient: { ...recipient, topic: shownTopic(recipient.topic, shown) } }]
}
