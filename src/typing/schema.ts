import { badRequest } from '../contract/coded-error.ts'
import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { sendEditTyping } from './send-edit-typing.ts'
import { sendChannelTyping, sendDirectTyping, type TypingNotice } from './send-typing.ts'

const TypingOperationType = builder.enumType('TypingOperation', {
  description: 'Whether somebody types.',
  values: {
    START: { value: 'start', description: 'They begin, or go on after a while.' },
    STOP: { value: 'stop', description: 'They have stopped.' },
  } as const,
})

const TypingPayload = builder.objectRef<TypingNotice>('TypingPayload').implement({
  description: 'What those were told who want to know.',
  fields: (t) => ({
    operation: t.expose('operation', { type: TypingOperationType, description: 'As it was given.' }),
  }),
})

const TypingPlaceInput = builder.inputType('TypingPlaceInput', {
  description: 'A topic of a channel.',
  fields: (t) => ({
    channelDatabaseId: t.int({ required: true, description: 'The channel’s id.' }),
    topic: t.string({ required: true, description: 'As for a message; empty for the empty topic.' }),
  }),
})

const SendTypingInput = builder.inputType('SendTypingInput', {
  description: 'Where the viewer types: one of both.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    channel: t.field({ type: TypingPlaceInput, required: false, description: 'A channel’s topic.' }),
    userDatabaseIds: t.intList({
      required: false,
      description: 'The users of a conversation. The viewer belongs to it, named or not.',
    }),
    operation: t.field({ type: TypingOperationType, required: true, description: 'Whether they type.' }),
  }),
})

const SendEditTypingInput = builder.inputType('SendEditTypingInput', {
  description: 'Which message the viewer edits.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'A message of the viewer’s own.' }),
    operation: t.field({ type: TypingOperationType, required: true, description: 'Whether they type.' }),
  }),
})

builder.mutationField('sendTyping', (t) =>
  t.field({
    type: TypingPayload,
    description:
      'Tells others that the viewer types a message: in channels of at most 100 subscribers, and in conversations. ' +
      'Clients repeat START each 30 seconds and forget one after 45. Errors: BAD_REQUEST where the viewer could not send, and when their settings forbid it.',
    args: { input: t.arg({ type: SendTypingInput, required: true, description: 'Where.' }) },
    resolve: (_, { input }, context) => {
      const viewing = writing(context, 'sendTyping', input)
      const { channel, userDatabaseIds, operation } = input
      if (channel && !userDatabaseIds) {
        const to = { channelId: channel.channelDatabaseId, topic: channel.topic }
        return sendChannelTyping(viewing, to, operation)
      }
      if (!channel && userDatabaseIds) return sendDirectTyping(viewing, userDatabaseIds, operation)
      throw badRequest('Somebody types either in a channel or to users')
    },
  }),
)

builder.mutationField('sendEditTyping', (t) =>
  t.field({
    type: TypingPayload,
    description:
      'Tells others that the viewer edits a message; the same rules. Errors: BAD_REQUEST for a message that is not the viewer’s.',
    args: { input: t.arg({ type: SendEditTypingInput, required: true, description: 'Which message.' }) },
    resolve: (_, { input }, context) =>
      sendEditTyping(writing(context, 'sendEditTyping', input), input.messageDatabaseId, input.operation),
  }),
)
