import { z } from 'zod'
import { badRequest } from '../../src/contract/coded-error.ts'
import type { Answering } from '../endpoint.ts'
import { SendTypingDocument, type SendTypingInput } from '../generated/operations.ts'
import { missingParameter } from '../parameters/failures.ts'
import { json } from '../parameters/json.ts'
import type { ParameterValues } from '../parameters/parameter.ts'
import { oneOf, text } from '../parameters/text.ts'

const id = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)

/** `op`, in the core's words. */
export const operationParameter = () =>
  oneOf(['start', 'stop'])
    .map((op) => (op === 'start' ? ('START' as const) : ('STOP' as const)))
    .describe('Whether the caller types.')

/** The parameters of POST /typing, and of its alias. */
export const typingParameters = {
  type: oneOf(['direct', 'stream', 'channel']).default('direct').describe('Where the caller types.'),
  op: operationParameter(),
  to: json(z.array(id)).optional().describe('For `direct`: ids of the users.'),
  stream_id: json(id).optional().describe('For a channel: its id.'),
  topic: text().optional().describe('For a channel: the topic.'),
}

type Values = ParameterValues<typeof typingParameters>

/** The answer of both. */
export async function answerTyping({
  parameters,
  session,
}: Pick<Answering<Values, unknown>, 'parameters' | 'session'>) {
  await session.execute(SendTypingDocument, { input: { ...placeOf(parameters), operation: parameters.op } })
  return {}
}

function placeOf({
  type,
  to,
  stream_id,
  topic,
}: Values): Pick<SendTypingInput, 'channel' | 'userDatabaseIds'> {
  if (type === 'direct') {
    if (to === undefined) throw missingParameter('to')
    return { userDatabaseIds: to }
  }
  if (stream_id === undefined) throw badRequest('Missing channel ID')
  if (topic === undefined) throw missingParameter('topic')
  return { channel: { channelDatabaseId: stream_id, topic } }
}
