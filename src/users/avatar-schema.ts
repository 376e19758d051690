import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { avatarUrl } from './avatar.ts'
import { removeAvatar, setAvatar } from './change-avatar.ts'
import { UserType } from './user-type.ts'

const AvatarPayload = builder.objectRef<{ readonly userId: number }>('AvatarPayload').implement({
  description: 'The viewer, with another picture.',
  fields: (t) => ({
    user: t.field({
      type: UserType,
      description: 'The viewer as they are now.',
      resolve: ({ userId }, _, { loaders }) => loaders.users.load(userId),
    }),
    avatarUrl: t.string({
      description: 'Where the picture is that is shown now, 100 pixels wide.',
      resolve: async ({ userId }, _, { loaders }) => avatarUrl(await loaders.users.load(userId)),
    }),
  }),
})

const SetAvatarInput = builder.inputType('SetAvatarInput', {
  description: 'A picture of the viewer.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    image: t.field({
      type: 'Base64',
      required: true,
      description: 'JPEG, PNG, GIF, WebP or AVIF, at most 5 MiB. A square is cut from its middle.',
    }),
  }),
})

builder.mutationField('setAvatar', (t) =>
  t.field({
    type: AvatarPayload,
    description:
      'Gives the viewer a picture of their own. Errors: BAD_IMAGE; BAD_REQUEST for one that is too large, and for others than administrators where the organization forbids it.',
    args: { input: t.arg({ type: SetAvatarInput, required: true, description: 'The picture.' }) },
    resolve: (_, { input }, context) => setAvatar(writing(context, 'setAvatar', input), input.image),
  }),
)

const RemoveAvatarInput = builder.inputType('RemoveAvatarInput', {
  description: 'No more than a key.',
  fields: (t) => ({ ...idempotencyKeyField(t) }),
})

builder.mutationField('removeAvatar', (t) =>
  t.field({
    type: AvatarPayload,
    description:
      'Drops the viewer’s own picture; the organization’s usual style applies again. Errors: BAD_REQUEST for others than administrators where the organization forbids it.',
    args: { input: t.arg({ type: RemoveAvatarInput, required: true, description: 'A key, if any.' }) },
    resolve: (_, { input }, context) => removeAvatar(writing(context, 'removeAvatar', input)),
  }),
)
