import * as z from 'zod'

/** Fields of POST /register under the gate `user_topic`. */
export const registerUserTopicsFields = {
  user_topics: z.array(
    z.strictObject({
      stream_id: z.int(),
      topic_name: z.string(),
      /** UNIX seconds. */
      last_updated: z.int(),
      /** 1 muted, 2 unmuted, 3 followed. */
      visibility_policy: z.int(),
    }),
  ),
}

/** Fields under the gate `muted_topics`. */
export const registerMutedTopicsFields = {
  /** Old form: channel, topic, UNIX seconds. Absent where `user_topic` is asked for by name. */
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])).optional(),
}

const registerUserTopics = z.strictObject(registerUserTopicsFields)
const registerMutedTopics = z.strictObject(registerMutedTopicsFields)

export type RegisterUserTopics = z.output<typeof registerUserTopics>
export type RegisterMutedTopics = z.output<typeof registerMutedTopics>
