import { builder } from '../graphql/builder.ts'
import type { Poll, PollOption } from './poll.ts'
import type { Task, TodoList } from './todo-list.ts'

const PollOptionType = builder.objectRef<PollOption>('PollOption').implement({
  description: 'What one can vote for.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Names the option in a vote.' }),
    text: t.exposeString('text', { description: 'What it says.' }),
    voterDatabaseIds: t.intList({
      description: 'Ids of those who voted for it, ascending.',
      resolve: ({ voterIds }) => [...voterIds],
    }),
  }),
})

export const PollType = builder.objectRef<Poll>('Poll').implement({
  description: 'A question to everybody who reads a message.',
  fields: (t) => ({
    question: t.exposeString('question', { description: 'The question; may be empty.' }),
    options: t.field({
      type: [PollOptionType],
      description: 'In the order in which they came.',
      resolve: ({ options }) => options,
    }),
  }),
})

const TaskType = builder.objectRef<Task>('Task').implement({
  description: 'One thing to do.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Names the task when it is ticked off.' }),
    name: t.exposeString('name', { description: 'What is to be done.' }),
    description: t.exposeString('description', { description: 'More about it; may be empty.' }),
    isDone: t.exposeBoolean('isDone', { description: 'Whether it has been ticked off.' }),
  }),
})

export const TodoListType = builder.objectRef<TodoList>('TodoList').implement({
  description: 'Things to do for everybody who reads a message.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its title; may be empty.' }),
    tasks: t.field({
      type: [TaskType],
      description: 'In the order in which they came.',
      resolve: ({ tasks }) => tasks,
    }),
  }),
})
