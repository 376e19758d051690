import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SendMessageDocument } from '../generated/operations.ts'
import { needsAnother } from '../parameters/constraints.ts'
import { boolean } from '../parameters/json.ts'
import { oneOf, text } from '../parameters/text.ts'
import { channelNamed, usersNamed } from './destination.ts'

export const sendMessage = endpoint('POST /messages', {
  summary: 'Send a message',
  description: 'Sends a message to a channel or to users.',
  acceptsIncomingWebhooks: true,
  parameters: {
    type: oneOf(['direct', 'channel', 'stream', 'private']).describe(
      'Where the message goes: to users (`direct`, `private`) or to a channel.',
    ),
    to: text().describe(
      'The channel’s name or id; or users, as a JSON list of ids or of addresses, or as addresses with commas between them.',
    ),
    content: text().describe('Markdown; cut when it is too long.'),
    topic: text().alias('subject').optional().describe('The channel’s topic; left out: the empty one.'),
    read_by_sender: boolean()
      .optional()
      .describe('Whether the message starts out read for its sender; left out: as the program makes likely.'),
    queue_id: text().optional().describe('The event queue of the client that sends.'),
    local_id: text().optional().describe('What that client calls the message; its queue gets it back.'),
  },
  constraints: [needsAnother('queue_id', 'local_id'), needsAnother('local_id', 'queue_id')],
  reply: z.strictObject({ id: z.int() }),
}).answer(async ({ parameters, session, request }) => {
  const { type, to, content, topic } = parameters
  const isDirect = type === 'direct' || type === 'private'
  const { sendMessage } = await session.execute(SendMessageDocument, {
    input: {
      ...(isDirect ? { direct: usersNamed(to) } : { channel: { ...channelNamed(to), topic } }),
      content,
      readBySender: parameters.read_by_sender,
      queueId: parameters.queue_id,
      localId: parameters.local_id,
      idempotencyKey: request.header('idempotency-key'),
    },
  })
  return { id: sendMessage.id }
})
