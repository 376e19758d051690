import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { type ChangedFlags, changeMessageFlags } from './change-flags.ts'

const FlagOperationType = builder.enumType('FlagOperation', {
  description: 'What becomes of a flag.',
  values: {
    ADD: { value: 'add', description: 'The messages get it.' },
    REMOVE: { value: 'remove', description: 'The messages lose it.' },
  } as const,
})

const ChangeMessageFlagsInput = builder.inputType('ChangeMessageFlagsInput', {
  description: 'One of the viewer’s flags, and the messages on which it changes.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseIds: t.intList({ required: true, description: 'The messages.' }),
    flag: t.string({ required: true, description: '`read`, `starred` or `collapsed`.' }),
    operation: t.field({
      type: FlagOperationType,
      required: true,
      description: 'Whether it is set or cleared.',
    }),
  }),
})

const ChangeMessageFlagsPayload = builder.objectRef<ChangedFlags>('ChangeMessageFlagsPayload').implement({
  description: 'What has changed.',
  fields: (t) => ({
    messageDatabaseIds: t.exposeIntList('messageIds', {
      description: 'The messages whose flag changed, ascending.',
    }),
    unsubscribedChannelDatabaseIds: t.exposeIntList('unsubscribedChannelIds', {
      nullable: true,
      description:
        'Channels whose messages could not become unread because the viewer is not subscribed; null unless messages were to become unread.',
    }),
  }),
})

builder.mutationField('changeMessageFlags', (t) =>
  t.field({
    type: ChangeMessageFlagsPayload,
    description:
      'Sets or clears a flag of the viewer’s own on messages: on all or, when it fails, on none. ' +
      'Errors: BAD_REQUEST for a flag that cannot be changed, or a message that the viewer may not read.',
    args: {
      input: t.arg({ type: ChangeMessageFlagsInput, required: true, description: 'Flag and messages.' }),
    },
    resolve: (_, { input }, context) =>
      changeMessageFlags(writing(context, 'changeMessageFlags', input), {
        messageIds: input.messageDatabaseIds,
        flag: input.flag,
        operation: input.operation,
      }),
  }),
)
