import * as z from 'zod'

/** A named set of channels that new users can choose (schemas: "DefaultChannelGroup"). */
export const defaultChannelGroup = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  streams: z.array(z.int()),
})

export type DefaultChannelGroup = z.output<typeof defaultChannelGroup>
