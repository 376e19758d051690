import * as z from 'zod'

/** Fields of POST /register under the gate `default_streams`. */
export const registerDefaultStreamsFields = {
  /** Ids of the channels that new users are subscribed to; none for guests, who hear of no change. */
  realm_default_streams: z.array(z.int()),
}

const registerDefaultStreams = z.strictObject(registerDefaultStreamsFields)

export type RegisterDefaultStreams = z.output<typeof registerDefaultStreams>
