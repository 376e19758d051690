import * as z from 'zod'
import { badRequest } from '../contract/coded-error.ts'
import { type ProfileDataUpdate, profileDataUpdate } from '../contract/shapes/profile-data.ts'
import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { deactivateOwnAccount } from './deactivate-own-account.ts'
import { deactivateUser } from './deactivate-user.ts'
import { reactivateUser } from './reactivate-user.ts'
import { updateUser } from './update-user.ts'
import { UserType } from './user-type.ts'

/** The user to whom something was done. */
function userPayload(name: string, description: string) {
  return builder.objectRef<{ userId: number }>(name).implement({
    description,
    fields: (t) => ({
      user: t.field({
        type: UserType,
        description: 'The user, as they are now.',
        resolve: ({ userId }, _, { loaders }) => loaders.users.load(userId),
      }),
    }),
  })
}

const ProfileFieldChangeInput = builder.inputType('ProfileFieldChangeInput', {
  description: 'A new value of a custom profile field.',
  fields: (t) => ({
    fieldDatabaseId: t.int({ required: true, description: 'The field.' }),
    value: t.field({
      type: 'JSON',
      required: false,
      description: 'A text, or a list of users’ ids; null or left out removes the value.',
    }),
  }),
})

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'What is to be different about a user. What is left out stays.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The user.' }),
    fullName: t.string({ required: false, description: 'The name, 2 to 100 characters.' }),
    role: t.int({
      required: false,
      description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    }),
    newEmail: t.string({ required: false, description: 'The real address.' }),
    profileData: t.field({
      type: [ProfileFieldChangeInput],
      required: false,
      description: 'Values of custom profile fields.',
    }),
  }),
})

const UpdateUserPayload = userPayload('UpdateUserPayload', 'The changed user.')

builder.mutationField('updateUser', (t) =>
  t.field({
    type: UpdateUserPayload,
    description:
      'Changes a user’s name, role or address; for administrators. Owners’ roles and addresses are for owners, and addresses for those of them to whom the server’s operator has granted it. ' +
      'Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST for nobody, for wrong values and for the role of the only owner.',
    args: { input: t.arg({ type: UpdateUserInput, required: true, description: 'The changes.' }) },
    resolve: (_, { input }, context) =>
      updateUser(writing(context, 'updateUser', input), input.databaseId, {
        fullName: input.fullName ?? undefined,
        role: input.role ?? undefined,
        newEmail: input.newEmail ?? undefined,
        profileData: input.profileData?.map(profileChange),
      }),
  }),
)

function profileChange({
  fieldDatabaseId,
  value = null,
}: typeof ProfileFieldChangeInput.$inferInput): ProfileDataUpdate {
  const parsed = profileDataUpdate.safeParse({ id: fieldDatabaseId, value })
  if (!parsed.success) throw badRequest(`Invalid profileData: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

const DeactivateUserInput = builder.inputType('DeactivateUserInput', {
  description: 'A user who is to be deactivated, and what goes with them; their bots’ too.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The user.' }),
    deletesProfile: t.boolean({ defaultValue: false, description: 'Name and picture.' }),
    deletesPublicChannelMessages: t.boolean({
      defaultValue: false,
      description: 'Their messages in public channels.',
    }),
    deletesPrivateChannelMessages: t.boolean({
      defaultValue: false,
      description: 'Their messages in private channels.',
    }),
    deletesDirectMessages: t.boolean({ defaultValue: false, description: 'Their direct messages.' }),
    notice: t.string({
      required: false,
      description:
        'Left out: the user is told nothing. Else they are mailed, or left a direct message where the server sends no mail, with this text if it is not empty; at most 2000 characters.',
    }),
  }),
})

const DeactivateUserPayload = userPayload('DeactivateUserPayload', 'The deactivated user.')

builder.mutationField('deactivateUser', (t) =>
  t.field({
    type: DeactivateUserPayload,
    description:
      'Deactivates a user, their bots before them; for administrators, and owners only for owners. All that they have open ends at once. ' +
      'A repetition deletes what was left. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST for nobody, for the only owner, and for somebody deactivated of whom nothing is to go.',
    args: { input: t.arg({ type: DeactivateUserInput, required: true, description: 'Who, and how.' }) },
    resolve: (_, { input }, context) => {
      const actions = {
        profile: input.deletesProfile ?? false,
        inPublicChannels: input.deletesPublicChannelMessages ?? false,
        inPrivateChannels: input.deletesPrivateChannelMessages ?? false,
        direct: input.deletesDirectMessages ?? false,
      }
      const writer = writing(context, 'deactivateUser', input)
      return deactivateUser(writer, input.databaseId, actions, input.notice ?? null)
    },
  }),
)

const ReactivateUserInput = builder.inputType('ReactivateUserInput', {
  description: 'A user who is to be active again.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The user.' }),
  }),
})

const ReactivateUserPayload = userPayload('ReactivateUserPayload', 'The reactivated user.')

builder.mutationField('reactivateUser', (t) =>
  t.field({
    type: ReactivateUserPayload,
    description:
      'Reactivates a user with the subscriptions, groups and API keys that they had; for administrators, and owners only for owners. Their bots stay deactivated; a bot without an active owner becomes the viewer’s. ' +
      'Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST for nobody, for somebody active or deleted for good, and for a name that is taken meanwhile.',
    args: { input: t.arg({ type: ReactivateUserInput, required: true, description: 'Who.' }) },
    resolve: (_, { input }, context) =>
      reactivateUser(writing(context, 'reactivateUser', input), input.databaseId),
  }),
)

const DeactivateOwnAccountInput = builder.inputType('DeactivateOwnAccountInput', {
  description: 'Nothing but the viewer’s will.',
  fields: (t) => ({ ...idempotencyKeyField(t) }),
})

const DeactivateOwnAccountPayload = userPayload('DeactivateOwnAccountPayload', 'The deactivated viewer.')

builder.mutationField('deactivateOwnAccount', (t) =>
  t.field({
    type: DeactivateOwnAccountPayload,
    description:
      'Deactivates the viewer’s own account, and their bots. Errors: CANNOT_DEACTIVATE_LAST_USER for the only owner and the only user; BAD_REQUEST for bots.',
    args: {
      input: t.arg({ type: DeactivateOwnAccountInput, required: true, description: 'Nothing more.' }),
    },
    resolve: (_, { input }, context) => deactivateOwnAccount(writing(context, 'deactivateOwnAccount', input)),
  }),
)
