import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { type ChangedFlags, changeMessageFlags } from './change-flags.ts'
import { type ChangedFlagsInNarrow, changeFlagsInNarrow } from './change-flags-in-narrow.ts'
import { NarrowTermInput } from './narrow-input.ts'
import { MessageAnchorType, windowRequest } from './window-arguments.ts'

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

const ChangeMessageFlagsInNarrowInput = builder.inputType('ChangeMessageFlagsInNarrowInput', {
  description: 'One of the viewer’s flags, and a range of messages on which it changes.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    narrow: t.field({ type: [NarrowTermInput], required: false, description: 'Left out: no condition.' }),
    anchor: t.field({
      type: MessageAnchorType,
      required: false,
      description: 'The anchor, unless it is an id.',
    }),
    anchorDatabaseId: t.int({
      required: false,
      description: 'A message’s id as the anchor; the message need not exist.',
    }),
    numBefore: t.int({ required: true, description: 'How many messages before the anchor.' }),
    numAfter: t.int({ required: true, description: 'How many messages after the anchor.' }),
    includeAnchor: t.boolean({
      required: false,
      description: 'Whether the anchor itself is meant; true by default.',
    }),
    flag: t.string({ required: true, description: '`read`, `starred` or `collapsed`.' }),
    operation: t.field({
      type: FlagOperationType,
      required: true,
      description: 'Whether it is set or cleared.',
    }),
  }),
})

const ChangeMessageFlagsInNarrowPayload = builder
  .objectRef<ChangedFlagsInNarrow>('ChangeMessageFlagsInNarrowPayload')
  .implement({
    description: 'How far it went, and what has changed.',
    fields: (t) => ({
      processedCount: t.exposeInt('processedCount', {
        description: 'How many messages are in the range; at most 5000 besides the anchor.',
      }),
      updatedCount: t.exposeInt('updatedCount', { description: 'How many of their flags changed.' }),
      firstProcessedDatabaseId: t.exposeInt('firstProcessedId', {
        nullable: true,
        description: 'The oldest of them; null when there is none.',
      }),
      lastProcessedDatabaseId: t.exposeInt('lastProcessedId', {
        nullable: true,
        description: 'The newest of them; null when there is none.',
      }),
      foundOldest: t.exposeBoolean('foundOldest', {
        description: 'Whether the oldest message of the narrow is surely among them.',
      }),
      foundNewest: t.exposeBoolean('foundNewest', {
        description: 'Whether the newest message of the narrow is surely among them.',
      }),
      unsubscribedChannelDatabaseIds: t.exposeIntList('unsubscribedChannelIds', {
        nullable: true,
        description: 'As in ChangeMessageFlagsPayload.',
      }),
    }),
  })

builder.mutationField('changeMessageFlagsInNarrow', (t) =>
  t.field({
    type: ChangeMessageFlagsInNarrowPayload,
    description:
      'Sets or clears a flag of the viewer’s own on messages of a narrow around an anchor; more than 5000 are done in ' +
      'several requests. Errors: BAD_REQUEST for a flag that cannot be changed; BAD_NARROW.',
    args: {
      input: t.arg({
        type: ChangeMessageFlagsInNarrowInput,
        required: true,
        description: 'Flag and range.',
      }),
    },
    resolve: (_, { input }, context) =>
      changeFlagsInNarrow(writing(context, 'changeMessageFlagsInNarrow', input), {
        range: windowRequest(input),
        flag: input.flag,
        operation: input.operation,
      }),
  }),
)
