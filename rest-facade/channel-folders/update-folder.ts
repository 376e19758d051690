import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { UpdateChannelFolderDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { pathInteger } from '../parameters/path.ts'
import { text } from '../parameters/text.ts'

export const updateFolder = endpoint('PATCH /channel_folders/:channel_folder_id', {
  summary: 'Change a channel folder',
  requires: 'administrator',
  parameters: {
    channel_folder_id: pathInteger(),
    name: text({ nonBlank: true, maxLength: textLimits.channelFolderName }).optional(),
    description: text({ maxLength: textLimits.channelFolderDescription }).optional().describe('Markdown.'),
    is_archived: boolean().optional().describe('Archive it, or take it back.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(UpdateChannelFolderDocument, {
    input: {
      databaseId: parameters.channel_folder_id,
      name: parameters.name,
      description: parameters.description,
      isArchived: parameters.is_archived,
    },
  })
  return {}
})
