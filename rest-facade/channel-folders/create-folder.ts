import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { CreateChannelFolderDocument } from '../generated/operations.ts'
import { text } from '../parameters/text.ts'

export const createFolder = endpoint('POST /channel_folders/create', {
  summary: 'Create a channel folder',
  requires: 'administrator',
  parameters: {
    name: text({ nonBlank: true, maxLength: textLimits.channelFolderName }),
    description: text({ maxLength: textLimits.channelFolderDescription }).describe('Markdown; may be empty.'),
  },
  reply: z.strictObject({ channel_folder_id: z.int() }),
}).answer(async ({ parameters, session }) => {
  const { createChannelFolder: made } = await session.execute(CreateChannelFolderDocument, {
    input: parameters,
  })
  return made.channelFolder
})
