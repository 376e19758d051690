import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { ChannelType, TopicType } from '../channels/channel-type.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { pageOf, pageSize } from '../graphql/pages.ts'
import type { Anchor } from './anchor.ts'
import type { MessageRow } from './message-rows.ts'
import { MessageType } from './message-type.ts'
import type { NarrowTerm } from './narrow/term.ts'
import { NarrowTermInput, narrowTerms } from './narrow-input.ts'
import { readWindow } from './window.ts'
import { costOfMessages } from './window-arguments.ts'

/** What a page costs: a window of its own, wherever it is, and its messages. */
const pageOfMessagesCost = (args: DefaultConnectionArguments) => ({
  field: 5,
  multiplier: costOfMessages(pageSize(args)),
})

/**
 * One page of a narrow.
 *
 * @throws CodedError as readWindow, and BAD_REQUEST for a cursor that is none
 */
function pageOfMessages(context: Context, narrow: readonly NarrowTerm[], args: DefaultConnectionArguments) {
  return pageOf<MessageRow>(args, async ({ after, before, limit, fromEnd }) => {
    const { messages } = await readWindow(context, {
      narrow,
      anchor: fromEnd ? anchorAt(before, 'newest') : anchorAt(after, 'oldest'),
      numBefore: fromEnd ? limit : 0,
      numAfter: fromEnd ? 0 : limit,
      includeAnchor: false,
    })
    return messages.filter(({ id }) => id > (after ?? -1) && id < (before ?? Number.POSITIVE_INFINITY))
  })
}

function anchorAt(id: number | undefined, end: 'newest' | 'oldest'): Anchor {
  return id === undefined ? { kind: end } : { kind: 'id', id }
}

const MessageEdge = builder.edgeObject({
  type: MessageType,
  name: 'MessageEdge',
  description: 'A message, and its place.',
})
const MessageConnection = builder.connectionObject(
  { type: MessageType, name: 'MessageConnection', description: 'A page of messages, ascending by id.' },
  MessageEdge,
)

builder.queryField('messages', (t) =>
  t.connection(
    {
      type: MessageType,
      description:
        'Messages that the viewer may read, by ascending id: `last` asks for the newest. Without a narrow, and in most ' +
        'narrows, they are the viewer’s own history; in a channel, its whole history. The subscription of the same name ' +
        'keeps them current; `messageWindow` knows anchors. Errors: BAD_NARROW; UNAUTHORIZED for visitors, except in ' +
        'narrows of web-public channels.',
      args: {
        narrow: t.arg({ type: [NarrowTermInput], required: false, description: 'Left out: no condition.' }),
      },
      complexity: pageOfMessagesCost,
      resolve: (_, { narrow, ...args }, context) => pageOfMessages(context, narrowTerms(narrow), args),
    },
    MessageConnection,
    MessageEdge,
  ),
)

/** A channel, or one of its topics, as a narrow for viewers and visitors. */
function narrowTo({ viewer }: Context, channelId: number, topic?: string): NarrowTerm[] {
  const terms: NarrowTerm[] = [{ operator: 'channel', operand: channelId, negated: false }]
  if (topic !== undefined) terms.push({ operator: 'topic', operand: topic, negated: false })
  // Visitors have to say that they keep to web-public channels.
  if (!viewer) terms.push({ operator: 'channels', operand: 'web-public', negated: false })
  return terms
}

const messagesOfPlace = {
  type: MessageType,
  description: 'Its messages that the viewer may read, by ascending id: `last` asks for the newest.',
  complexity: pageOfMessagesCost,
}

builder.objectField(ChannelType, 'messages', (t) =>
  t.connection(
    {
      ...messagesOfPlace,
      resolve: ({ id }, args, context) => pageOfMessages(context, narrowTo(context, id), args),
    },
    MessageConnection,
    MessageEdge,
  ),
)

builder.objectField(TopicType, 'messages', (t) =>
  t.connection(
    {
      ...messagesOfPlace,
      resolve: ({ channelId, name }, args, context) =>
        pageOfMessages(context, narrowTo(context, channelId, name), args),
    },
    MessageConnection,
    MessageEdge,
  ),
)
