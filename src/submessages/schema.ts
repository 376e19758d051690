import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { messagePayload } from '../messages/message-payload.ts'
import { MessageType } from '../messages/message-type.ts'
import { addSubmessage } from './add-submessage.ts'
import { pollOf } from './poll.ts'
import type { MessageSubmessage } from './submessage-rows.ts'
import { todoListOf } from './todo-list.ts'
import { widgetChange } from './widget-change.ts'
import { PollType, TodoListType } from './widget-types.ts'

const SubmessageType = builder.objectRef<MessageSubmessage>('Submessage').implement({
  description: 'A piece of data that a widget keeps with its message.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    senderDatabaseId: t.exposeInt('senderId', { description: 'Id of who added it.' }),
    type: t.exposeString('type', { description: '`widget`.' }),
    content: t.exposeString('content', { description: 'JSON text.' }),
  }),
})

// They come with their message.
const complexity = { field: 1, multiplier: 2 }

builder.objectFields(MessageType, (t) => ({
  submessages: t.field({
    type: [SubmessageType],
    description: 'The data of its widget, oldest first: what it started from, then each change.',
    complexity,
    resolve: ({ submessages }) => submessages ?? [],
  }),
  poll: t.field({
    type: PollType,
    nullable: true,
    description: 'The poll that it holds, as it stands; null when it holds none.',
    complexity,
    resolve: ({ submessages }) => submessages && pollOf(submessages),
  }),
  todoList: t.field({
    type: TodoListType,
    nullable: true,
    description: 'The to-do list that it holds, as it stands; null when it holds none.',
    complexity,
    resolve: ({ submessages }) => submessages && todoListOf(submessages),
  }),
}))

const SubmessagePayload = messagePayload('SubmessagePayload', 'The message whose widget has changed.')

const AddSubmessageInput = builder.inputType('AddSubmessageInput', {
  description: 'A piece of data for a message’s widget.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'The message.' }),
    type: t.string({ required: true, description: '`widget`.' }),
    content: t.string({ required: true, description: 'JSON text of at most 10000 characters.' }),
  }),
})

builder.mutationField('addSubmessage', (t) =>
  t.field({
    type: SubmessagePayload,
    description:
      'Adds a piece of data to a message’s widget, as clients write it; see changeWidget. Errors: BAD_REQUEST for a message that the viewer may not read, in archived channels, and for what the widget does not know.',
    args: { input: t.arg({ type: AddSubmessageInput, required: true, description: 'What is added.' }) },
    resolve: (_, { input }, context) =>
      addSubmessage(writing(context, 'addSubmessage', input), input.messageDatabaseId, () => ({
        type: input.type,
        content: input.content,
      })),
  }),
)

const PollVoteInput = builder.inputType('PollVoteInput', {
  description: 'The viewer’s vote.',
  fields: (t) => ({
    optionKey: t.string({ required: true, description: 'The option.' }),
    isFor: t.boolean({ required: true, description: 'False takes the vote back.' }),
  }),
})

const NewTaskInput = builder.inputType('NewTaskInput', {
  description: 'Another thing to do.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is.' }),
    description: t.string({ required: false, description: 'More about it.' }),
  }),
})

const TaskStateInput = builder.inputType('TaskStateInput', {
  description: 'Whether a thing is done.',
  fields: (t) => ({
    taskKey: t.string({ required: true, description: 'The task.' }),
    isDone: t.boolean({ required: true, description: 'Whether it is done.' }),
  }),
})

const ChangeWidgetInput = builder.inputType('ChangeWidgetInput', {
  description: 'What is done to a message’s poll or to-do list: one of the things below.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'The message.' }),
    vote: t.field({ type: PollVoteInput, required: false, description: 'Of a poll: a vote.' }),
    newOption: t.string({ required: false, description: 'Of a poll: one more option.' }),
    question: t.string({ required: false, description: 'Of a poll: another question; its author only.' }),
    newTask: t.field({ type: NewTaskInput, required: false, description: 'Of a to-do list: a task.' }),
    taskState: t.field({
      type: TaskStateInput,
      required: false,
      description: 'Of a to-do list: done or not.',
    }),
    title: t.string({ required: false, description: 'Of a to-do list: another title; its author only.' }),
  }),
})

builder.mutationField('changeWidget', (t) =>
  t.field({
    type: SubmessagePayload,
    description:
      'Votes in a poll, ticks off a task, and so on; what is so already changes nothing. Errors: BAD_REQUEST for a message that the viewer may not read, in archived channels, and for what the widget does not have.',
    args: { input: t.arg({ type: ChangeWidgetInput, required: true, description: 'The change.' }) },
    resolve: (_, { input }, context) => {
      const viewing = writing(context, 'changeWidget', input)
      const change = widgetChange(viewing.viewer.id, input)
      return addSubmessage(viewing, input.messageDatabaseId, change)
    },
  }),
)
