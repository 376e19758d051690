import { messageReportTypes } from '../contract/message-report-types.ts'
import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { reportMessage } from './report-message.ts'

const MessageReportReasonType = builder.enumType('MessageReportReason', {
  description: 'What is wrong with a message.',
  values: {
    SPAM: { value: 'spam', description: messageReportTypes.spam },
    HARASSMENT: { value: 'harassment', description: messageReportTypes.harassment },
    INAPPROPRIATE: { value: 'inappropriate', description: messageReportTypes.inappropriate },
    NORMS: { value: 'norms', description: messageReportTypes.norms },
    OTHER: { value: 'other', description: messageReportTypes.other },
  } as const,
})

const ReportMessageInput = builder.inputType('ReportMessageInput', {
  description: 'A message, and what is wrong with it.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'The message.' }),
    reason: t.field({ type: MessageReportReasonType, required: true, description: 'What is wrong.' }),
    description: t.string({
      required: false,
      description: 'In words; at most 1000 characters, and needed for `OTHER`.',
    }),
  }),
})

const ReportMessagePayload = builder
  .objectRef<{ readonly messageId: number }>('ReportMessagePayload')
  .implement({
    description: 'What was reported.',
    fields: (t) => ({ messageDatabaseId: t.exposeInt('messageId', { description: 'The message.' }) }),
  })

builder.mutationField('reportMessage', (t) =>
  t.field({
    type: ReportMessagePayload,
    description:
      'Tells the moderators of a message, in the channel that the organization has for that. Errors: BAD_REQUEST, also where there is none.',
    args: { input: t.arg({ type: ReportMessageInput, required: true, description: 'What, and why.' }) },
    resolve: async (_, { input }, context) => {
      await reportMessage(writing(context, 'reportMessage', input), {
        messageId: input.messageDatabaseId,
        type: input.reason,
        description: input.description ?? '',
      })
      return { messageId: input.messageDatabaseId }
    },
  }),
)
