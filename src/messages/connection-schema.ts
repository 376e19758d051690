import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay'
import { ChannelType, TopicType } from '../channels/channel-type.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { databaseIdOf } from '../graphql/global-id.ts'
import { pageSize, pageSizes } from '../graphql/pages.ts'
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
 * One page of a narrow, the cursor being a message's id.
 *
 * @throws CodedError as readWindow, and BAD_REQUEST for a cursor that is none
 */
function pageOfMessages(context: Context, narrow: readonly NarrowTerm[], args: DefaultConnectionArguments) {
  return resolveCursorConnection<Promise<MessageRow[]>>(
    { args, ...pageSizes, toCursor: ({ id }) => String(id) },
    async ({ before, after, limit, inverted }): Promise<MessageRow[]> => {
      const from = after === undefined ? undefined : databaseIdOf(after)
      const to = before === undefined ? undefined : databaseIdOf(before)
      const { messages } = await readWindow(context, {
        narrow,
        anchor: inverted ? anchorAt(to, 'newest') : anchorAt(from, 'oldest'),
        numBefore: inverted ? limit : 0,
        numAfter: inverted ? 0 : limit,
        includeAnchor: false,
      })
      const within = messages.filter(({ id }) => id > (from ?? -1) && id < (to ?? Number.POSITIVE_INFINITY))
      return inverted ? within.reverse() : within
    },
  )
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

builder.objectField(ChannelType, 'messages', (t) =>
  t.connection(
    {
      type: MessageType,
      description: 'Its messages that the viewer may read, by ascending id: `last` asks for the newest.',
      complexity: pageOfMessagesCost,
      resolve: ({ id }, args, context) => pageOfMessages(context, narrowTo(context, id), args),
    },
    MessageConnection,
    MessageEdge,
  ),
)

builder.objectField(TopicType, 'messages', (t) =>
  t.connection(
    {
      type: MessageType,
      description: 'Its messages that the viewer may read, by ascending id: `last` asks for the newest.',
      complexity: pageOfMessagesCost,
      resolve: ({ channelId, name }, args, context) =>
        pageOfMessages(context, narrowTo(context, channelId, name), args),
    },
    MessageConnection,
    MessageEdge,
  ),
)
