import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { deleteTopic, type TopicDeletion } from './delete-topic.ts'

const DeleteTopicInput = builder.inputType('DeleteTopicInput', {
  description: 'A topic whose messages are to go.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    channelDatabaseId: t.int({ required: true, description: 'The channel.' }),
    topic: t.string({
      required: true,
      description: 'Without regard to case; `general chat` and `(no topic)` mean the empty topic.',
    }),
  }),
})

const DeleteTopicPayload = builder.objectRef<TopicDeletion>('DeleteTopicPayload').implement({
  description: 'How far it went.',
  fields: (t) => ({
    isComplete: t.exposeBoolean('isComplete', {
      description: 'False: time ran out, and the oldest messages are still there. Ask again.',
    }),
  }),
})

builder.mutationField('deleteTopic', (t) =>
  t.field({
    type: DeleteTopicPayload,
    description:
      'Deletes all messages of a topic that the viewer may read, the newest first; administrators only. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST, also for archived channels.',
    args: { input: t.arg({ type: DeleteTopicInput, required: true, description: 'The topic.' }) },
    resolve: (_, { input }, context) =>
      deleteTopic(writing(context, 'deleteTopic', input), input.channelDatabaseId, input.topic),
  }),
)
