import { builder } from '../graphql/builder.ts'
import { type DevelopmentUser, listDevelopmentUsers } from './development-users.ts'
import type { IssuedKey } from './issue-api-key.ts'
import { signInForDevelopment, signInWithPassword } from './sign-in.ts'

const ApiKeyPayload = builder.objectRef<IssuedKey>('ApiKeyPayload').implement({
  description: 'A new API key. It is shown this once.',
  fields: (t) => ({
    apiKey: t.exposeString('apiKey', {
      description: 'With the address, or alone as a Bearer token, it authenticates its user.',
    }),
    address: t.exposeString('address', { description: 'The real address of the key’s user.' }),
    userDatabaseId: t.exposeInt('userId', { description: 'The integer that REST uses.' }),
  }),
})

const SignInInput = builder.inputType('SignInInput', {
  description: 'Who signs in.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'The account’s real address.' }),
    password: t.string({ required: true, description: 'The account’s password.' }),
  }),
})

const SignInForDevelopmentInput = builder.inputType('SignInForDevelopmentInput', {
  description: 'Whom to sign in as.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'The account’s real address.' }),
  }),
})

builder.mutationField('signIn', (t) =>
  t.field({
    type: ApiKeyPayload,
    description:
      'Exchanges address and password for a new API key; no credentials needed. Errors: AUTHENTICATION_FAILED, RATE_LIMIT_HIT, USER_DEACTIVATED, REALM_DEACTIVATED, PASSWORD_AUTH_DISABLED.',
    args: { input: t.arg({ type: SignInInput, required: true, description: 'Who signs in.' }) },
    resolve: (_, { input }, context) => signInWithPassword(context, input.username, input.password),
  }),
)

builder.mutationField('signInForDevelopment', (t) =>
  t.field({
    type: ApiKeyPayload,
    description:
      'On development servers only: a new API key for anybody, without a password. Errors: BAD_REQUEST on other servers, AUTHENTICATION_FAILED for nobody.',
    args: {
      input: t.arg({ type: SignInForDevelopmentInput, required: true, description: 'Whom to sign in as.' }),
    },
    resolve: (_, { input }, context) => signInForDevelopment(context, input.username),
  }),
)

const DevelopmentUserType = builder.objectRef<DevelopmentUser>('DevelopmentUser').implement({
  description: 'Somebody whom a development server lets in with a click.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'The real address.' }),
    organizationUrl: t.exposeString('organizationUrl', { description: 'Where the user’s organization is.' }),
    role: t.exposeInt('role', {
      description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    }),
  }),
})

builder.queryField('developmentUsers', (t) =>
  t.field({
    type: [DevelopmentUserType],
    description:
      'On development servers only: all active people of the server; no credentials needed. Errors: BAD_REQUEST on other servers.',
    resolve: (_, __, { core }) => listDevelopmentUsers(core),
  }),
)
