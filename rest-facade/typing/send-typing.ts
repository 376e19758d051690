import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { answerTyping, typingParameters } from './typing-parameters.ts'

export const sendTyping = endpoint('POST /typing', {
  summary: 'Set typing status',
  description: 'Tells others that the caller types, or no longer does; nothing is kept.',
  parameters: typingParameters,
  reply: z.strictObject({}),
}).answer(answerTyping)
