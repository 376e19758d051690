import { EMPTY_TOPIC_DISPLAY_NAME } from '../../src/contract/server.ts'
import type { EditHistoryEntry } from '../../src/contract/shapes/message.ts'
import { unixSeconds } from '../../src/contract/unix-seconds.ts'
import type { MessageEditFieldsFragment } from '../generated/operations.ts'

/** Whether a client can show an empty topic. */
interface TopicView {
  readonly allowEmptyTopicName: boolean
}

/** A topic as a client reads it: most cannot show an empty one. */
export function topicFor(topic: string, { allowEmptyTopicName }: TopicView): string {
  return topic === '' && !allowEmptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : topic
}

/** One edit or move of a message, in the reference's spelling; what it left alone is missing. */
export function wireEdit(edit: MessageEditFieldsFragment, view: TopicView): EditHistoryEntry {
  const { previousContent, previousRenderedContent, channelDatabaseId, previousChannelDatabaseId } = edit
  return {
    user_id: edit.user_id ?? null,
    timestamp: unixSeconds(edit.date),
    ...(previousContent != null && { prev_content: previousContent }),
    ...(previousRenderedContent != null && { prev_rendered_content: previousRenderedContent }),
    ...(channelDatabaseId != null && { stream: channelDatabaseId }),
    ...(previousChannelDatabaseId != null && { prev_stream: previousChannelDatabaseId }),
    ...(edit.topic != null && { topic: topicFor(edit.topic, view) }),
    ...(edit.previousTopic != null && { prev_topic: topicFor(edit.previousTopic, view) }),
  }
}
