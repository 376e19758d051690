import { badRequest } from '../contract/coded-error.ts'
import { countLimits } from '../contract/limits.ts'
import { builder } from '../graphql/builder.ts'
import { loadPeople } from '../users/people.ts'
import { UserType } from '../users/user-type.ts'
import { accessVisibleMessage } from './access.ts'
import { readMessagesById } from './by-ids.ts'
import { MessageType } from './message-type.ts'
import { NarrowTermInput, narrowTerms } from './narrow-input.ts'
import { searchMatches } from './search-matches.ts'
import { SearchMatchType } from './search-schema.ts'
import { type MessageWindow, readWindow } from './window.ts'
import { anchorsOf, costOfMessages, MessageAnchorType, windowRequest } from './window-arguments.ts'

const MessageWindowType = builder.objectRef<MessageWindow>('MessageWindow').implement({
  description: 'Messages of a narrow around an anchor.',
  fields: (t) => ({
    messages: t.field({
      type: [MessageType],
      description: 'Ascending by id.',
      resolve: ({ messages }) => messages,
    }),
    people: t.field({
      type: [UserType],
      description: 'Everybody who sent one of the messages or is in its conversation, each once.',
      resolve: ({ messages }, _, context) =>
        loadPeople(
          context,
          messages.flatMap(({ senderId, participantIds }) => [senderId, ...(participantIds ?? [])]),
        ),
    }),
    anchorDatabaseId: t.exposeInt('anchorId', {
      nullable: true,
      description: 'The anchor that was used: an id, 0 for the oldest, null for the newest message.',
    }),
    foundAnchor: t.exposeBoolean('foundAnchor', {
      description: 'Whether the anchor is one of the messages.',
    }),
    foundOldest: t.exposeBoolean('foundOldest', {
      description: 'Whether the oldest message of the narrow is surely among them.',
    }),
    foundNewest: t.exposeBoolean('foundNewest', {
      description: 'Whether the newest message of the narrow is surely among them.',
    }),
    searchMatches: t.field({
      type: [SearchMatchType],
      nullable: true,
      description: 'For each message what was found in it; null unless the narrow searches for words.',
      resolve: ({ messages, search }, _, { core }) => search && searchMatches(core.db, messages, search),
    }),
  }),
})

builder.queryField('messageWindow', (t) =>
  t.field({
    type: MessageWindowType,
    description:
      'Messages that the viewer may read: some before and after an anchor, or some by id. Without a narrow, and in most ' +
      'narrows, they are the viewer’s own history; in a channel, its whole history. ' +
      'Errors: BAD_NARROW; BAD_REQUEST for more than 5000 messages; UNAUTHORIZED for visitors, except in narrows of web-public channels.',
    args: {
      anchor: t.arg({
        type: MessageAnchorType,
        required: false,
        description: 'The anchor, unless it is an id or a date.',
      }),
      anchorDatabaseId: t.arg.int({
        required: false,
        description: 'A message’s id as the anchor; the message need not exist.',
      }),
      anchorDate: t.arg({
        type: 'DateTime',
        required: false,
        description: 'As the anchor, the first message at or after this moment; else the newest.',
      }),
      numBefore: t.arg.int({ defaultValue: 0, description: 'How many messages before the anchor.' }),
      numAfter: t.arg.int({ defaultValue: 0, description: 'How many messages after the anchor.' }),
      includeAnchor: t.arg.boolean({
        defaultValue: true,
        description:
          'Whether the anchor itself is wanted; it must be where messages are wanted on both sides.',
      }),
      narrow: t.arg({ type: [NarrowTermInput], required: false, description: 'Left out: no condition.' }),
      messageDatabaseIds: t.arg.intList({
        required: false,
        description:
          'In place of anchor and counts: these messages. Those that one may not read are left out.',
      }),
    },
    complexity: ({ numBefore, numAfter, messageDatabaseIds }) => ({
      field: 1,
      multiplier: costOfMessages(messageDatabaseIds?.length ?? (numBefore ?? 0) + (numAfter ?? 0)),
    }),
    resolve: async (_, args, context): Promise<MessageWindow> => {
      const narrow = narrowTerms(args.narrow)
      if (args.messageDatabaseIds) {
        if (anchorsOf(args).length > 0) throw badRequest('An anchor and ids of messages exclude each other')
        const found = await readMessagesById(context, args.messageDatabaseIds, narrow)
        return { ...found, anchorId: null, foundAnchor: false, foundOldest: false, foundNewest: false }
      }
      return readWindow(context, windowRequest(args))
    },
  }),
)

builder.queryField('message', (t) =>
  t.field({
    type: MessageType,
    description:
      'One message. Errors: BAD_REQUEST when there is none or the viewer may not read it; UNAUTHORIZED for visitors, except in web-public channels.',
    args: {
      databaseId: t.arg.int({
        required: true,
        description: `The integer that REST uses; at most ${countLimits.messageId}.`,
      }),
    },
    resolve: (_, { databaseId }, context) => accessVisibleMessage(context, databaseId),
  }),
)
