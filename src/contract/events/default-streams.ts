import * as z from 'zod'
import { defaultChannelGroup } from '../shapes/default-channel-group.ts'
import { eventKind } from './event-kind.ts'

/** The channels that new users are subscribed to. */
export const defaultStreams = eventKind('default_streams', { default_streams: z.array(z.int()) })

/** The named sets of channels that new users choose from. */
export const defaultStreamGroups = eventKind('default_stream_groups', {
  default_stream_groups: z.array(defaultChannelGroup),
})
