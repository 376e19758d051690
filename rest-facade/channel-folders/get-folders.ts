import { z } from 'zod'
import { channelFolder } from '../../src/contract/shapes/channel-folder.ts'
import { unixSeconds } from '../../src/contract/unix-seconds.ts'
import { endpoint } from '../endpoint.ts'
import { ChannelFoldersDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'

export const getFolders = endpoint('GET /channel_folders', {
  summary: 'List channel folders',
  description: 'In their order.',
  parameters: { include_archived: boolean().default(false).describe('Archived folders, too.') },
  reply: z.strictObject({ channel_folders: z.array(channelFolder) }),
}).answer(async ({ parameters, session }) => {
  const { channelFolders } = await session.execute(ChannelFoldersDocument, {
    includeArchived: parameters.include_archived,
  })
  return {
    channel_folders: channelFolders.map(({ dateCreated, ...folder }) => ({
      ...folder,
      date_created: unixSeconds(dateCreated),
    })),
  }
})
