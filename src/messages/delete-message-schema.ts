import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { deleteMessage } from './delete-message.ts'

const DeleteMessageInput = builder.inputType('DeleteMessageInput', {
  description: 'A message that is to go.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'The message.' }),
  }),
})

const DeleteMessagePayload = builder
  .objectRef<{ readonly messageId: number }>('DeleteMessagePayload')
  .implement({
    description: 'What is gone.',
    fields: (t) => ({
      messageDatabaseId: t.exposeInt('messageId', { description: 'The message.' }),
    }),
  })

builder.mutationField('deleteMessage', (t) =>
  t.field({
    type: DeleteMessagePayload,
    description:
      'Deletes a message for everybody: any message with that permission, else one’s own within the organization’s time limit. ' +
      'Errors: BAD_REQUEST, also for messages that the viewer may not read and for archived channels.',
    args: { input: t.arg({ type: DeleteMessageInput, required: true, description: 'The message.' }) },
    resolve: async (_, { input }, context) => ({
      messageId: await deleteMessage(writing(context, 'deleteMessage', input), input.messageDatabaseId),
    }),
  }),
)
