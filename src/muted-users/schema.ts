import { CodedError } from '../contract/coded-error.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { seenUsers } from '../users/loaders.ts'
import { UserType } from '../users/user-type.ts'
import { ViewerType } from '../users/viewer-type.ts'
import { muteUser, unmuteUser } from './change-muting.ts'
import { type MutedUser, mutedUsersOf } from './muted-users.ts'

const MutedUserType = builder.objectRef<MutedUser>('MutedUser').implement({
  description: 'Somebody whom the viewer has muted: their messages arrive read, and clients hide them.',
  fields: (t) => ({
    userDatabaseId: t.exposeInt('userId', { description: 'The integer that REST uses.' }),
    user: t.field({
      type: UserType,
      nullable: true,
      description: 'Who it is; null for somebody whom the viewer does not see any more.',
      resolve: ({ userId }, _, context) =>
        seenUsers(requireViewer(context)).load(userId).catch(nullWhenRefused),
    }),
    mutedAt: t.expose('mutedAt', { type: 'DateTime', description: 'Since when.' }),
  }),
})

function nullWhenRefused(error: unknown): null {
  if (error instanceof CodedError) return null
  throw error
}

builder.objectField(ViewerType, 'mutedUsers', (t) =>
  t.field({
    type: [MutedUserType],
    description: 'The users whom the viewer has muted, the first one first.',
    resolve: ({ id }, _, { core }) => mutedUsersOf(core.db, id),
  }),
)

const ChangeMutingInput = builder.inputType('ChangeMutingInput', {
  description: 'A user.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    userDatabaseId: t.int({ required: true, description: 'Of a person or a bot, deactivated or not.' }),
  }),
})

const MutedUsersPayload = builder.objectRef<readonly MutedUser[]>('MutedUsersPayload').implement({
  description: 'Whom the viewer has muted after a change.',
  fields: (t) => ({
    mutedUsers: t.field({
      type: [MutedUserType],
      description: 'All of them, the first one first.',
      resolve: (mutedUsers) => mutedUsers,
    }),
  }),
})

builder.mutationField('muteUser', (t) =>
  t.field({
    type: MutedUsersPayload,
    description:
      'Mutes a user for the viewer: what they have sent is read at once, and what they send arrives read. Errors: BAD_REQUEST for the viewer, for nobody whom the viewer sees, and for somebody who is muted.',
    args: { input: t.arg({ type: ChangeMutingInput, required: true, description: 'Whom.' }) },
    resolve: (_, { input }, context) => muteUser(writing(context, 'muteUser', input), input.userDatabaseId),
  }),
)

builder.mutationField('unmuteUser', (t) =>
  t.field({
    type: MutedUsersPayload,
    description:
      'Mutes a user no longer; what is read stays so. Errors: BAD_REQUEST for nobody whom the viewer sees, and for somebody who is not muted.',
    args: { input: t.arg({ type: ChangeMutingInput, required: true, description: 'Whom.' }) },
    resolve: (_, { input }, context) =>
      unmuteUser(writing(context, 'unmuteUser', input), input.userDatabaseId),
  }),
)
