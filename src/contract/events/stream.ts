import * as z from 'zod'
import { groupSettingMembers } from '../group-setting.ts'
import { basicChannel } from '../shapes/channel.ts'
import { eventKind, eventKindInTwoForms } from './event-kind.ts'

const streams = z.array(basicChannel)

/** Channels that the user now sees. */
export const streamCreate = eventKindInTwoForms(
  'stream',
  {
    op: z.literal('create'),
    streams,
    /** The channels came back from the archive: only for clients without archived_channels. */
    unarchived: z.literal(true).optional(),
  },
  { op: z.literal('create'), streams },
)

/** Channels that the user no longer sees. */
export const streamDelete = eventKind('stream', {
  op: z.literal('delete'),
  streams: z.array(z.strictObject({ stream_id: z.int() })),
  stream_ids: z.array(z.int()),
})

const update = {
  op: z.literal('update'),
  stream_id: z.int(),
  name: z.string(),
  property: z.string(),
  value: z.union([groupSettingMembers, z.int(), z.boolean(), z.string(), z.null()]),
  /** Only with a new description; HTML. */
  rendered_description: z.string().optional(),
  /** This and the next only with `invite_only`. */
  history_public_to_subscribers: z.boolean().optional(),
  is_web_public: z.boolean().optional(),
}

/**
 * A property of a channel changed. Clients without archived_channels get neither value of
 * `is_archived`: for true, delivery makes a deletion of it; for false, a creation (and, for
 * subscribers, a subscription) marked `unarchived` goes beside it in the log. Of a channel that stays
 * archived they get nothing.
 */
export const streamUpdate = eventKindInTwoForms(
  'stream',
  {
    ...update,
    /** The channel was archived before this change, and still is. */
    of_archived_channel: z.literal(true).optional(),
  },
  update,
)
