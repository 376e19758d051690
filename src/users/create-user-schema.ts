import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { onceFor } from '../idempotency/once.ts'
import { createUser } from './create-user.ts'
import { UserType } from './user-type.ts'

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'What the new account is made from.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'The real address.' }),
    password: t.string({
      required: true,
      description: 'What the person signs in with, 6 to 100 characters.',
    }),
    fullName: t.string({ required: true, description: 'The name, 2 to 100 characters.' }),
    idempotencyKey: t.string({
      required: false,
      description: 'The client’s own name for this request: repeated within a day, it gets the first answer.',
    }),
  }),
})

const CreateUserPayload = builder.objectRef<{ userId: number }>('CreateUserPayload').implement({
  description: 'The new account.',
  fields: (t) => ({
    user: t.field({
      type: UserType,
      description: 'Its user, a member of the organization.',
      resolve: ({ userId }, _, { loaders }) => loaders.users.load(userId),
    }),
  }),
})

builder.mutationField('createUser', (t) =>
  t.field({
    type: CreateUserPayload,
    description:
      'Makes an account for somebody else. For administrators to whom the server’s operator has granted it. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST for wrong values and for an address that is taken.',
    args: {
      input: t.arg({
        type: CreateUserInput,
        required: true,
        description: 'What the account is made from.',
      }),
    },
    resolve: (_, { input: { idempotencyKey, ...request } }, context) => {
      const viewerContext = requireViewer(context)
      // The password stays out of what is kept of the request: its hash there would be a fast one.
      const { email, fullName } = request
      const once =
        idempotencyKey == null
          ? undefined
          : onceFor(viewerContext.viewer.id, idempotencyKey, 'createUser', { email, fullName })
      return createUser(viewerContext, request, once)
    },
  }),
)
