import { z } from 'zod'
import { countLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { ChangeMessageFlagsDocument } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'
import { oneOf, text } from '../parameters/text.ts'

export const updateFlags = endpoint('POST /messages/flags', {
  summary: 'Update personal message flags',
  description: 'Adds or removes one of the caller’s own flags on messages.',
  parameters: {
    messages: json(z.array(z.int().min(0).max(countLimits.messageId))).describe('Ids of the messages.'),
    op: oneOf(['add', 'remove']).describe('Whether the flag is set or cleared.'),
    flag: text().describe('`read`, `starred` or `collapsed`.'),
  },
  reply: z.strictObject({
    messages: z.array(z.int()),
    ignored_because_not_subscribed_channels: z.array(z.int()).optional(),
  }),
}).answer(async ({ parameters, session }) => {
  const { changeMessageFlags } = await session.execute(ChangeMessageFlagsDocument, {
    input: {
      messageDatabaseIds: parameters.messages,
      flag: parameters.flag,
      operation: parameters.op === 'add' ? 'ADD' : 'REMOVE',
    },
  })
  const { messages, unsubscribedChannelDatabaseIds } = changeMessageFlags
  return {
    messages: [...messages],
    ...(unsubscribedChannelDatabaseIds && {
      ignored_because_not_subscribed_channels: [...unsubscribedChannelDatabaseIds],
    }),
  }
})
