import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SendMessageDocument, type TopicVisibilityPolicy } from '../generated/operations.ts'
import { needsAnother } from '../parameters/constraints.ts'
import { boolean, json } from '../parameters/json.ts'
import { oneOf, text } from '../parameters/text.ts'
import { channelNamed, usersNamed } from './destination.ts'

/** The policies that can come by themselves, by the core's names. */
const visibilityPolicies: { readonly [Policy in TopicVisibilityPolicy]?: 2 | 3 } = { UNMUTED: 2, FOLLOWED: 3 }

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
    widget_content: json(z.unknown())
      .optional()
      .describe('For programs: a form that clients show with the message.'),
    queue_id: text().optional().describe('The event queue of the client that sends.'),
    local_id: text().optional().describe('What that client calls the message; its queue gets it back.'),
  },
  constraints: [needsAnother('queue_id', 'local_id'), needsAnother('local_id', 'queue_id')],
  reply: z.strictObject({
    id: z.int(),
    /** How the sender treats the topic now, when sending has changed that: 2 unmuted, 3 followed. */
    automatic_new_visibility_policy: z.literal([2, 3]).optional(),
  }),
}).answer(async ({ parameters, session, request }) => {
  const { type, to, content, topic } = parameters
  const isDirect = type === 'direct' || type === 'private'
  const { sendMessage } = await session.execute(SendMessageDocument, {
    input: {
      ...(isDirect ? { direct: usersNamed(to) } : { channel: { ...channelNamed(to), topic } }),
      content,
      readBySender: parameters.read_by_sender,
      widgetContent: parameters.widget_content,
      queueId: parameters.queue_id,
      localId: parameters.local_id,
      idempotencyKey: request.header('idempotency-key'),
    },
  })
  const { id, newVisibilityPolicy } = sendMessage
  const policy = newVisibilityPolicy && visibilityPolicies[newVisibilityPolicy]
  return { id, ...(policy && { automatic_new_visibility_policy: policy }) }
})
