import { z } from 'zod'
import { databaseId } from '../../src/contract/database-id.ts'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { CreateChannelDocument } from '../generated/operations.ts'
import { boolean, json } from '../parameters/json.ts'
import { text } from '../parameters/text.ts'
import { newChannelParameters, newChannelSettings } from './new-channel-parameters.ts'

export const createChannel = endpoint('POST /channels/create', {
  summary: 'Create a channel',
  description: 'Creates a channel and subscribes users to it: the caller only when listed.',
  parameters: {
    name: text({ nonBlank: true, maxLength: textLimits.channelName }),
    subscribers: json(z.array(databaseId)).describe('Ids of the users to subscribe.'),
    description: text({ maxLength: textLimits.channelDescription }).default('').describe('Markdown.'),
    announce: boolean().default(false).describe('Notification Bot makes it known, unless it is private.'),
    ...newChannelParameters,
  },
  reply: z.strictObject({ id: z.int() }),
}).answer(async ({ parameters, session }) => {
  const { createChannel: made } = await session.execute(CreateChannelDocument, {
    input: {
      name: parameters.name,
      description: parameters.description,
      subscriberDatabaseIds: parameters.subscribers,
      announce: parameters.announce,
      settings: newChannelSettings(parameters),
    },
  })
  return made.channel
})
