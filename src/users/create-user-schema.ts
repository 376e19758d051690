import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { createUser } from './create-user.ts'
import { UserType } from './user-type.ts'

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'What the new account is made from.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    email: t.string({ required: true, description: 'The real address.' }),
    password: t.string({
      required: true,
      description: 'What the person signs in with, 6 to 100 characters.',
    }),
    fullName: t.string({ required: true, description: 'The name, 2 to 100 characters.' }),
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
    resolve: (_, { input }, context) => {
      // The password stays out of what is kept of the request: its hash there would be a fast one.
      const { password, ...kept } = input
      return createUser(writing(context, 'createUser', kept), { ...kept, password })
    },
  }),
)
