import * as z from 'zod'

/** A link that a linkifier, or a URL in the topic itself, makes of a topic. */
export const topicLink = z.strictObject({ text: z.string(), url: z.string() })

export type TopicLink = z.output<typeof topicLink>
