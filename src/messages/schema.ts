import { badRequest } from '../contract/coded-error.ts'
import { countLimits } from '../contract/limits.ts'
import { builder } from '../graphql/builder.ts'
import { UserType } from '../users/user-type.ts'
import { accessVisibleMessage } from './access.ts'
import type { Anchor } from './anchor.ts'
import { readMessagesById } from './by-ids.ts'
import { MessageType } from './message-type.ts'
import type { NarrowTerm } from './narrow/term.ts'
import { loadPeople } from './people.ts'
import { type MessageWindow, readWindow } from './window.ts'

/** Rows of a window come with one query, so that a message costs less than other list entries. */
const MESSAGES_PER_UNIT_OF_COST = 25

export const NarrowTermInput = builder.inputType('NarrowTermInput', {
  description: 'One condition on messages; several must all be met.',
  fields: (t) => ({
    operator: t.string({
      required: true,
      description: '`channel`, `channels`, `topic`, `dm`, `sender`, `id`, `with`, `near`, `is` or `in`.',
    }),
    operand: t.field({
      type: 'JSON',
      required: true,
      description: 'What the operator is about: a name, an id, a list of ids.',
    }),
    negated: t.boolean({ required: false, description: 'Whether the condition must not be met.' }),
  }),
})

/** A term as it comes from a client. */
export function narrowTerms(
  given: readonly (typeof NarrowTermInput.$inferInput)[] | null | undefined,
): NarrowTerm[] {
  return (given ?? []).map(({ operator, operand, negated }) => ({
    operator,
    operand,
    negated: negated ?? false,
  }))
}

const MessageAnchorType = builder.enumType('MessageAnchor', {
  description: 'An end of a narrow, or where the viewer has stopped reading.',
  values: {
    NEWEST: { value: 'newest', description: 'The newest message.' },
    OLDEST: { value: 'oldest', description: 'The oldest message.' },
    FIRST_UNREAD: {
      value: 'first unread',
      description: 'The oldest message that the viewer has not read and not muted; else the newest.',
    },
  } as const,
})

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
      multiplier: Math.max(
        1,
        Math.ceil(
          (messageDatabaseIds?.length ?? (numBefore ?? 0) + (numAfter ?? 0)) / MESSAGES_PER_UNIT_OF_COST,
        ),
      ),
    }),
    resolve: async (_, args, context): Promise<MessageWindow> => {
      const narrow = narrowTerms(args.narrow)
      const anchors = anchorsOf(args)
      if (args.messageDatabaseIds) {
        if (anchors.length > 0) throw badRequest('An anchor and ids of messages exclude each other')
        const messages = await readMessagesById(context, args.messageDatabaseIds, narrow)
        return { messages, anchorId: null, foundAnchor: false, foundOldest: false, foundNewest: false }
      }
      const [anchor, another] = anchors
      if (!anchor || another) throw badRequest('A window needs one anchor')
      return readWindow(context, {
        narrow,
        anchor,
        numBefore: args.numBefore ?? 0,
        numAfter: args.numAfter ?? 0,
        includeAnchor: args.includeAnchor ?? true,
      })
    },
  }),
)

function anchorsOf(args: {
  readonly anchor?: 'newest' | 'oldest' | 'first unread' | null | undefined
  readonly anchorDatabaseId?: number | null | undefined
  readonly anchorDate?: Date | null | undefined
}): Anchor[] {
  const anchors: Anchor[] = []
  if (args.anchor != null) anchors.push({ kind: args.anchor })
  if (args.anchorDatabaseId != null) anchors.push({ kind: 'id', id: args.anchorDatabaseId })
  if (args.anchorDate != null) anchors.push({ kind: 'date', date: args.anchorDate })
  return anchors
}

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
