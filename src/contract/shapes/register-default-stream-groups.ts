import * as z from 'zod'
import { defaultChannelGroup } from './default-channel-group.ts'

/** Fields of POST /register under the gate `default_stream_groups`. */
export const registerDefaultStreamGroupsFields = {
  /** Named sets of channels for new users to choose from. No request makes one, so that there is none. */
  realm_default_stream_groups: z.array(defaultChannelGroup),
}

const registerDefaultStreamGroups = z.strictObject(registerDefaultStreamGroupsFields)

export type RegisterDefaultStreamGroups = z.output<typeof registerDefaultStreamGroups>
