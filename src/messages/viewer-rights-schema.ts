import type { CodedError } from '../contract/coded-error.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { type Context, requireViewer } from '../graphql/context.ts'
import { loadPeople } from '../users/people.ts'
import { UserType } from '../users/user-type.ts'
import type { MessageRow } from './message-rows.ts'
import { MessageType } from './message-type.ts'
import { readersOf } from './read-receipts.ts'
import {
  type Doer,
  deletionRefusal,
  editingRefusal,
  isPast,
  type Judged,
  movingLimit,
  movingRefusal,
  resolvingRefusal,
} from './rights.ts'

type Question = (doer: Doer, judged: Judged, context: Context) => Promise<boolean>

const allows = (refusal: CodedError | null): boolean => refusal === null

/** What the viewer may do with a message, by the name of the field that says so: the actions ask the same. */
const questions: Readonly<Record<string, { readonly what: string; readonly ask: Question }>> = {
  viewerCanEditContent: {
    what: 'edit its content now',
    ask: async (doer, judged) => allows(editingRefusal(doer, judged)),
  },
  viewerCanMoveToTopic: {
    what: 'move it to another topic of its channel now',
    ask: async (doer, { message, channel }) =>
      allows(await movingRefusal(doer, channel, { topic: true, to: null })) &&
      !isPast(movingLimit(doer, { topic: true, channel: false }), message),
  },
  viewerCanMoveToChannel: {
    what: 'move it to another channel now, where they may post there',
    ask: async (doer, { message, channel }) =>
      allows(await movingRefusal(doer, channel, { topic: false, to: channel })) &&
      !isPast(movingLimit(doer, { topic: false, channel: true }), message),
  },
  viewerCanResolveTopic: {
    what: 'resolve its topic, or take that back',
    ask: async (doer, { channel }) => allows(await resolvingRefusal(doer, channel)),
  },
  viewerCanDelete: {
    what: 'delete it now',
    ask: async (doer, judged, { loaders }) => {
      const { botOwnerId } = await loaders.users.load(judged.message.senderId)
      return allows(await deletionRefusal(doer, judged, botOwnerId))
    },
  },
}

for (const [name, { what, ask }] of Object.entries(questions)) {
  builder.objectField(MessageType, name, (t) =>
    t.boolean({
      description: `Whether the viewer may ${what}; false for visitors.`,
      resolve: async (message, _, context) => {
        const { viewer, permissions } = context
        if (!viewer || !permissions) return false
        return ask({ viewer, permissions }, { message, channel: await channelOf(message, context) }, context)
      },
    }),
  )
}

async function channelOf({ channelId }: MessageRow, { loaders }: Context): Promise<Channel | null> {
  return channelId === null ? null : loaders.channels.load(channelId)
}

builder.objectField(MessageType, 'readerDatabaseIds', (t) =>
  t.intList({
    description:
      'Ids of those who have read it, ascending: without its sender and those who let nobody see what they read. ' +
      'Errors: BAD_REQUEST where the organization has no read receipts; UNAUTHORIZED for visitors.',
    complexity: 10,
    resolve: (message, _, context) => readersOf(requireViewer(context), message),
  }),
)

builder.objectField(MessageType, 'readers', (t) =>
  t.field({
    type: [UserType],
    description: 'The same people. Errors: as `readerDatabaseIds`.',
    complexity: 10,
    resolve: async (message, _, context) =>
      loadPeople(context, await readersOf(requireViewer(context), message)),
  }),
)
