import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** Old form of user_topic, not for queues that ask for that: all [channel, topic, UNIX seconds]. */
export const mutedTopics = eventKind('muted_topics', {
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
})
