import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { answerTyping, typingParameters } from './typing-parameters.ts'

export const setTypingStatus = endpoint('POST /set-typing-status', {
  summary: 'Set typing status (other name)',
  description: 'As POST /typing.',
  parameters: typingParameters,
  reply: z.strictObject({}),
}).answer(answerTyping)
