import { changeableUserDefaults, type UserDefaults, userDefaultTable } from '../contract/user-settings.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { settingsInputType, settingsType } from '../graphql/setting-fields.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { organizationPayload } from './organization-payload.ts'
import { OrganizationType } from './organization-type.ts'
import { readUserDefaults, updateUserDefaults } from './user-defaults.ts'

const DefaultUserSettingsType = settingsType(
  'DefaultUserSettings',
  'User',
  'What new users of an organization start with.',
  userDefaultTable,
)

builder.objectField(OrganizationType, 'defaultUserSettings', (t) =>
  t.field({
    type: DefaultUserSettingsType,
    description: 'What new users start with.',
    resolve: ({ id }, _, context) => readUserDefaults(requireViewer(context).core.db, id),
  }),
)

const DefaultUserSettingsInput = settingsInputType(
  'DefaultUserSettingsInput',
  'User',
  'New values that new users start with. What is left out stays.',
  userDefaultTable,
  changeableUserDefaults,
)

const UpdateDefaultUserSettingsInput = builder.inputType('UpdateDefaultUserSettingsInput', {
  description: 'What new users are to start with.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    settings: t.field({ type: DefaultUserSettingsInput, required: true, description: 'The new values.' }),
  }),
})

const UpdateDefaultUserSettingsPayload = organizationPayload('UpdateDefaultUserSettingsPayload')

builder.mutationField('updateDefaultUserSettings', (t) =>
  t.field({
    type: UpdateDefaultUserSettingsPayload,
    description:
      'Changes what new users start with, for administrators; nobody’s own settings change. Errors: UNAUTHORIZED_PRINCIPAL, BAD_REQUEST for wrong values.',
    args: {
      input: t.arg({ type: UpdateDefaultUserSettingsInput, required: true, description: 'The changes.' }),
    },
    resolve: async (_, { input }, context) => {
      const writer = writing(context, 'updateDefaultUserSettings', input)
      // The fields are made from the settings' own schemas, which the action checks again.
      await updateUserDefaults(writer, input.settings as Partial<UserDefaults>)
      return {}
    },
  }),
)
