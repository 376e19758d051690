import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** How the user treats a topic: 0 as its channel, 1 muted, 2 unmuted, 3 followed. */
export const visibilityPolicy = z.literal([0, 1, 2, 3])

/** The user treats a topic differently. empty_topic_name decides on the topic. */
export const userTopic = eventKind('user_topic', {
  stream_id: z.int(),
  topic_name: z.string(),
  /** UNIX seconds. */
  last_updated: z.int(),
  visibility_policy: visibilityPolicy,
})
