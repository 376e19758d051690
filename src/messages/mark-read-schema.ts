import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { type MarkedRead, markAllRead, markChannelRead } from './mark-read.ts'

const MarkAllReadInput = builder.inputType('MarkAllReadInput', {
  description: 'Nothing but the key.',
  fields: (t) => ({ ...idempotencyKeyField(t) }),
})

const MarkChannelReadInput = builder.inputType('MarkChannelReadInput', {
  description: 'Where the viewer has read everything.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    channelDatabaseId: t.int({ required: true, description: 'The channel.' }),
    topic: t.string({
      required: false,
      description:
        'One topic of it, without regard to case; `general chat` and `(no topic)` mean the empty topic. Left out: all.',
    }),
  }),
})

const MarkReadPayload = builder.objectRef<MarkedRead>('MarkReadPayload').implement({
  description: 'How far it went.',
  fields: (t) => ({
    isComplete: t.exposeBoolean('isComplete', {
      description: 'False: time ran out, and the oldest messages are still unread. Ask again.',
    }),
  }),
})

builder.mutationField('markAllRead', (t) =>
  t.field({
    type: MarkReadPayload,
    description: 'Marks everything that the viewer has received as read, the newest first.',
    args: { input: t.arg({ type: MarkAllReadInput, required: true, description: 'The key.' }) },
    resolve: (_, { input }, context) => markAllRead(writing(context, 'markAllRead', input)),
  }),
)

builder.mutationField('markChannelRead', (t) =>
  t.field({
    type: MarkReadPayload,
    description:
      'Marks the viewer’s messages of a channel, or of one of its topics, as read. Errors: BAD_REQUEST for a channel ' +
      'that the viewer does not know.',
    args: {
      input: t.arg({ type: MarkChannelReadInput, required: true, description: 'Channel and topic.' }),
    },
    resolve: (_, { input }, context) =>
      markChannelRead(
        writing(context, 'markChannelRead', input),
        input.channelDatabaseId,
        input.topic ?? null,
      ),
  }),
)
