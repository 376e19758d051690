import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { ChannelType } from './channel-type.ts'
import { channelEmailAddress } from './email-address.ts'

builder.objectField(ChannelType, 'emailAddress', (t) =>
  t.string({
    description:
      'The viewer’s own secret address for mailing to the channel. Errors: UNAUTHORIZED for visitors; BAD_REQUEST when the viewer may not post, and for other senders than those below.',
    args: {
      senderDatabaseId: t.arg.int({
        required: false,
        description: 'Who appears as sender: the viewer or a bot of theirs. Left out: the email gateway.',
      }),
    },
    resolve: ({ id }, { senderDatabaseId }, context) =>
      channelEmailAddress(requireViewer(context), id, senderDatabaseId ?? null),
  }),
)
