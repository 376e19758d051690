import { ChannelType } from '../channels/channel-type.ts'
import { flagNames } from '../contract/message-flags.ts'
import type { TopicLink } from '../contract/shapes/topic-link.ts'
import { builder } from '../graphql/builder.ts'
import { databaseIdOf } from '../graphql/global-id.ts'
import { loadPeople, loadPerson } from '../users/people.ts'
import { UserType } from '../users/user-type.ts'
import { readableMessages } from './access.ts'
import { isMeMessage } from './content.ts'
import { conversationId } from './conversation-id.ts'
import type { MessageRow } from './message-rows.ts'

const TopicLinkType = builder.objectRef<TopicLink>('TopicLink').implement({
  description: 'A link in a topic.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The part of the topic that it stands for.' }),
    url: t.exposeString('url', { description: 'Where it leads.' }),
  }),
})

export const MessageType = builder.objectRef<MessageRow>('Message')

builder.node(MessageType, {
  description: 'A message in a channel’s topic or in a direct-message conversation, as the viewer has it.',
  id: { description: 'Global id.', resolve: ({ id }) => id, parse: databaseIdOf },
  loadMany: (ids, context) => readableMessages(context, ids),
  fields: (t) => ({
    databaseId: t.exposeInt('id', {
      description: 'The integer that REST uses; later messages have greater ones.',
    }),
    senderDatabaseId: t.exposeInt('senderId', { description: 'Id of who sent it.' }),
    sender: t.field({
      type: UserType,
      description: 'Who sent it.',
      resolve: ({ senderId }, _, context) => loadPerson(context, senderId),
    }),
    channelDatabaseId: t.exposeInt('channelId', {
      nullable: true,
      description: 'Id of the channel; null for direct messages.',
    }),
    channel: t.field({
      type: ChannelType,
      nullable: true,
      description: 'The channel; null for direct messages.',
      // Whoever reads a message may know of its channel.
      resolve: ({ channelId }, _, { loaders }) =>
        channelId === null ? null : loaders.channels.load(channelId),
    }),
    channelName: t.exposeString('channelName', {
      nullable: true,
      description: 'Name of the channel; null for direct messages.',
    }),
    topic: t.exposeString('topic', {
      description: 'The topic; empty for the channel’s empty topic, and for direct messages.',
    }),
    topicLinks: t.field({
      type: [TopicLinkType],
      description: 'Where the topic leads by the organization’s linkifiers, and by web addresses in it.',
      resolve: ({ topicLinks }) => topicLinks as unknown as TopicLink[], // All that is ever stored.
    }),
    participantDatabaseIds: t.exposeIntList('participantIds', {
      nullable: true,
      description: 'Ids of everybody in the conversation, ascending; null for channel messages.',
    }),
    participants: t.field({
      type: [UserType],
      nullable: true,
      description: 'Everybody in the conversation, the sender included; null for channel messages.',
      resolve: ({ participantIds }, _, context) => participantIds && loadPeople(context, participantIds),
    }),
    conversationDatabaseId: t.int({
      description: 'A number that all messages of one channel, or of one conversation, have in common.',
      resolve: (message) => conversationId(message),
    }),
    content: t.exposeString('content', { description: 'Markdown, as written.' }),
    renderedContent: t.exposeString('renderedContent', { description: 'HTML.' }),
    isMeMessage: t.boolean({
      description: 'Whether clients show it as an action of its sender.',
      resolve: ({ content }) => isMeMessage(content),
    }),
    sendingClient: t.exposeString('sendingClient', { description: 'Name of the program that sent it.' }),
    dateSent: t.expose('dateSent', { type: 'DateTime', description: 'When it was sent.' }),
    lastEditedAt: t.expose('lastEditedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its content was last edited; null for never.',
    }),
    lastMovedAt: t.expose('lastMovedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last moved, resolving its topic aside; null for never.',
    }),
    flags: t.stringList({
      description:
        'What it is to the viewer: `read`, `starred`, `collapsed`, `mentioned`, `has_alert_word` and the like.',
      resolve: ({ flags }) => flagNames(flags),
    }),
  }),
})
