import * as z from 'zod'
import { channelFolder } from '../shapes/channel-folder.ts'
import { eventKind } from './event-kind.ts'

/** A folder was created. */
export const channelFolderAdd = eventKind('channel_folder', {
  op: z.literal('add'),
  channel_folder: channelFolder,
})

/** Something about a folder changed; only what did is present. */
export const channelFolderUpdate = eventKind('channel_folder', {
  op: z.literal('update'),
  channel_folder_id: z.int(),
  data: z
    .strictObject({
      name: z.string(),
      description: z.string(),
      rendered_description: z.string(),
      is_archived: z.boolean(),
    })
    .partial(),
})

/** The folders have a new order. */
export const channelFolderReorder = eventKind('channel_folder', {
  op: z.literal('reorder'),
  order: z.array(z.int()),
})
