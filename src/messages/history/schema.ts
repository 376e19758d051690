import type { EditHistoryEntry } from '../../contract/shapes/message.ts'
import { builder } from '../../graphql/builder.ts'
import { loadPerson } from '../../users/people.ts'
import { UserType } from '../../users/user-type.ts'
import { MessageType } from '../message-type.ts'
import { differenceOf, type MessageVersion, readHistory } from './read-history.ts'
import { visibleHistory } from './visible-history.ts'

const MessageEditType = builder.objectRef<EditHistoryEntry>('MessageEdit').implement({
  description: 'One edit or move of a message; of what it left alone there is no trace.',
  fields: (t) => ({
    date: t.field({
      type: 'DateTime',
      description: 'When.',
      resolve: ({ timestamp }) => new Date(timestamp * 1000),
    }),
    userDatabaseId: t.exposeInt('user_id', {
      nullable: true,
      description: 'Id of who did it; null where nobody is recorded.',
    }),
    previousContent: t.exposeString('prev_content', {
      nullable: true,
      description: 'Markdown before; null when the content stayed.',
    }),
    previousRenderedContent: t.exposeString('prev_rendered_content', {
      nullable: true,
      description: 'HTML before; null when the content stayed.',
    }),
    channelDatabaseId: t.exposeInt('stream', {
      nullable: true,
      description: 'Id of the channel to which it moved; null when it stayed in its own.',
    }),
    previousChannelDatabaseId: t.exposeInt('prev_stream', {
      nullable: true,
      description: 'Id of the channel that it left; null likewise.',
    }),
    topic: t.exposeString('topic', {
      nullable: true,
      description: 'The topic after it; null when the topic stayed.',
    }),
    previousTopic: t.exposeString('prev_topic', { nullable: true, description: 'The topic before it.' }),
  }),
})

const MessageVersionType = builder.objectRef<MessageVersion>('MessageVersion').implement({
  description: 'A message as it was when it was sent, or after one edit or move.',
  fields: (t) => ({
    date: t.expose('date', { type: 'DateTime', description: 'From when on it was so.' }),
    userDatabaseId: t.exposeInt('userId', {
      nullable: true,
      description: 'Id of who made it so; null where nobody is recorded.',
    }),
    user: t.field({
      type: UserType,
      nullable: true,
      description: 'Who made it so; null where nobody is recorded.',
      resolve: ({ userId }, _, context) => (userId === null ? null : loadPerson(context, userId)),
    }),
    topic: t.exposeString('topic', { description: 'The topic.' }),
    content: t.exposeString('content', { description: 'Markdown.' }),
    renderedContent: t.exposeString('renderedContent', { description: 'HTML.' }),
    previousTopic: t.exposeString('previousTopic', {
      nullable: true,
      description: 'The topic before; null when it stayed.',
    }),
    channelDatabaseId: t.exposeInt('channelId', {
      nullable: true,
      description: 'Id of the channel to which it moved; null when it stayed.',
    }),
    previousChannelDatabaseId: t.exposeInt('previousChannelId', {
      nullable: true,
      description: 'Id of the channel before; null when it stayed.',
    }),
    previousContent: t.exposeString('previousContent', {
      nullable: true,
      description: 'Markdown before; null when it stayed.',
    }),
    previousRenderedContent: t.exposeString('previousRenderedContent', {
      nullable: true,
      description: 'HTML before; null when it stayed.',
    }),
    contentHtmlDifference: t.string({
      nullable: true,
      description:
        'The HTML with what is new in `<span class="highlight_text_inserted">` and the text that is gone in ' +
        '`<span class="highlight_text_deleted">`; null when the content stayed.',
      resolve: (version) => differenceOf(version),
    }),
  }),
})

builder.objectField(MessageType, 'edits', (t) =>
  t.field({
    type: [MessageEditType],
    nullable: true,
    description:
      'Its edits and moves, the newest first, as far as the organization shows them; null where there are none to show.',
    resolve: (message, _, { organization }) => {
      const entries = visibleHistory(message, organization)
      return entries && [...entries]
    },
  }),
)

builder.objectField(MessageType, 'history', (t) =>
  t.field({
    type: [MessageVersionType],
    description:
      'All that it has been, beginning with how it was sent. Errors: BAD_REQUEST where the organization hides edit histories.',
    resolve: (message, _, context) => readHistory(context, message),
  }),
)
