import type { Presentation } from './presentation.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from './server.ts'

/** A topic as a client reads it: without empty_topic_name the empty one has a name. */
export function shownTopic(topic: string, { capabilities }: Presentation): string {
  return topic === '' && !capabilities.empty_topic_name ? EMPTY_TOPIC_DISPLAY_NAME : topic
}
