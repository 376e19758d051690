import { z } from 'zod'
import { textLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { ReportMessageDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { oneOf, text } from '../parameters/text.ts'

const reasons = {
  spam: 'SPAM',
  harassment: 'HARASSMENT',
  inappropriate: 'INAPPROPRIATE',
  norms: 'NORMS',
  other: 'OTHER',
} as const

export const reportMessage = endpoint('POST /messages/:message_id/report', {
  summary: 'Report a message',
  description: 'Tells the moderators of a message, in the channel that the organization has for that.',
  parameters: {
    message_id: pathInteger(),
    report_type: oneOf(['spam', 'harassment', 'inappropriate', 'norms', 'other']).describe(
      'What is wrong with it.',
    ),
    description: text({ maxLength: textLimits.messageReportExplanation })
      .optional()
      .describe('In words; needed for `other`.'),
  },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  await session.execute(ReportMessageDocument, {
    input: {
      messageDatabaseId: parameters.message_id,
      reason: reasons[parameters.report_type],
      description: parameters.description,
    },
  })
  return {}
})
