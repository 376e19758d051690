import type { Attachment } from '../../contract/shapes/attachment.ts'
import { builder } from '../../graphql/builder.ts'
import { idempotencyKeyField } from '../../idempotency/key-field.ts'
import { writing } from '../../idempotency/writing.ts'
import { readMessagesById } from '../by-ids.ts'
import { MessageType } from '../message-type.ts'
import { resolveTopic } from './resolve-topic.ts'
import { updateMessage } from './update-message.ts'
import type { MoveRequest, UpdatedMessages } from './update-request.ts'

const MoveScopeType = builder.enumType('MoveScope', {
  description: 'Which messages of a topic move together with one of them.',
  values: {
    ONE: { value: 'one', description: 'Only this one.' },
    LATER: { value: 'later', description: 'It and all later ones.' },
    ALL: { value: 'all', description: 'The whole topic, as far as the viewer can read it.' },
  } as const,
})

const MessageMoveInput = builder.inputType('MessageMoveInput', {
  description: 'Where messages go: to another topic, another channel, or both.',
  fields: (t) => ({
    channelDatabaseId: t.int({ required: false, description: 'The channel; left out: they stay in theirs.' }),
    topic: t.string({
      required: false,
      description:
        'The topic; left out: they keep theirs. `general chat` and `(no topic)` mean the empty topic; too long a name is cut.',
    }),
    scope: t.field({
      type: MoveScopeType,
      defaultValue: 'one' as const,
      description: 'Which messages of the topic.',
    }),
    notifyOldTopic: t.boolean({
      defaultValue: false,
      description: 'Whether Notification Bot says so where they were.',
    }),
    notifyNewTopic: t.boolean({
      defaultValue: true,
      description: 'Whether Notification Bot says so where they are then.',
    }),
  }),
})

const EditMessageInput = builder.inputType('EditMessageInput', {
  description: 'What becomes of a message: new content, a new place, or both at once.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'The message.' }),
    content: t.string({
      required: false,
      description: 'Markdown; cut when it is too long. Nothing but white space becomes `(deleted)`.',
    }),
    previousContentSha256: t.string({
      required: false,
      description:
        'SHA-256 in hexadecimal digits of the Markdown that was edited: refused if somebody has changed it meanwhile.',
    }),
    move: t.field({
      type: MessageMoveInput,
      required: false,
      description: 'Where it goes; to another channel only without new content.',
    }),
  }),
})

const MoveMessagesInput = builder.inputType('MoveMessagesInput', {
  description: 'Messages of one topic, and where they go.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'One of the messages.' }),
    to: t.field({ type: MessageMoveInput, required: true, description: 'Where, and which.' }),
  }),
})

const ResolveTopicInput = builder.inputType('ResolveTopicInput', {
  description: 'A topic that is dealt with, or not any more.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    channelDatabaseId: t.int({ required: true, description: 'The channel.' }),
    topic: t.string({ required: true, description: 'The topic as it is called now, in any case.' }),
    isResolved: t.boolean({ defaultValue: true, description: 'False: it is open again.' }),
  }),
})

const DetachedUploadType = builder.objectRef<Attachment>('DetachedUpload').implement({
  description: 'A file of the viewer’s own that no message refers to any longer.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    name: t.exposeString('name', { description: 'As it was uploaded.' }),
    path: t.exposeString('path_id', { description: 'Its address below `/user_uploads/`.' }),
    size: t.exposeInt('size', { description: 'Bytes.' }),
    dateCreated: t.field({
      type: 'DateTime',
      description: 'When it was uploaded.',
      resolve: ({ create_time }) => new Date(create_time * 1000),
    }),
  }),
})

const UpdatedMessagesType = builder.objectRef<UpdatedMessages>('UpdatedMessages').implement({
  description: 'What has changed.',
  fields: (t) => ({
    messageDatabaseId: t.exposeInt('messageId', { description: 'The message that was named.' }),
    message: t.field({
      type: MessageType,
      nullable: true,
      description: 'The same as the viewer has it now; null when they can no longer read it.',
      resolve: async ({ messageId }, _, context) =>
        (await readMessagesById(context, [messageId], [])).messages[0] ?? null,
    }),
    movedMessageDatabaseIds: t.exposeIntList('movedMessageIds', {
      description: 'All messages that have moved, ascending; empty when only content changed.',
    }),
    detachedUploads: t.field({
      type: [DetachedUploadType],
      description: 'Files to which the message referred until now, and no other does.',
      resolve: ({ detachedUploads }) => detachedUploads,
    }),
  }),
})

const errors =
  'Errors: MOVE_MESSAGES_TIME_LIMIT_EXCEEDED with `first_message_id_allowed_to_move`, `total_messages_in_topic` and ' +
  '`total_messages_allowed_to_move` when some messages of a whole topic are too old; BAD_REQUEST for everything else ' +
  'that is not allowed, also when nothing would change'

builder.mutationField('editMessage', (t) =>
  t.field({
    type: UpdatedMessagesType,
    description:
      `Changes the content of a message of the viewer’s own, or moves messages, or does both. ${errors}; EXPECTATION_MISMATCH; ` +
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED; TOPIC_WILDCARD_MENTION_NOT_ALLOWED.',
    args: { input: t.arg({ type: EditMessageInput, required: true, description: 'Message and change.' }) },
    resolve: (_, { input }, context) => {
      const { messageDatabaseId: messageId, content, previousContentSha256, move } = input
      return updateMessage(writing(context, 'editMessage', input), {
        messageId,
        edit: content == null ? null : { content, previousContentSha256: previousContentSha256 ?? null },
        move: move ? moveOf(move) : null,
      })
    },
  }),
)

builder.mutationField('moveMessages', (t) =>
  t.field({
    type: UpdatedMessagesType,
    description: `Moves messages of one topic to another topic, another channel, or both. ${errors}.`,
    args: { input: t.arg({ type: MoveMessagesInput, required: true, description: 'What, and where.' }) },
    resolve: (_, { input }, context) =>
      updateMessage(writing(context, 'moveMessages', input), {
        messageId: input.messageDatabaseId,
        edit: null,
        move: moveOf(input.to),
      }),
  }),
)

builder.mutationField('resolveTopic', (t) =>
  t.field({
    type: UpdatedMessagesType,
    description:
      'Marks a topic as resolved, or takes that back; its name says so with U+2714. Errors: BAD_REQUEST, also when it is so already.',
    args: { input: t.arg({ type: ResolveTopicInput, required: true, description: 'The topic.' }) },
    resolve: (_, { input }, context) =>
      resolveTopic(
        writing(context, 'resolveTopic', input),
        input.channelDatabaseId,
        input.topic,
        input.isResolved ?? true,
      ),
  }),
)

function moveOf(input: typeof MessageMoveInput.$inferInput): MoveRequest {
  return {
    channelId: input.channelDatabaseId ?? null,
    topic: input.topic ?? null,
    scope: input.scope ?? 'one',
    tellOldTopic: input.notifyOldTopic ?? false,
    tellNewTopic: input.notifyNewTopic ?? true,
  }
}
