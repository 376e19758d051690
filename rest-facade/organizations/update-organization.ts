import { z } from 'zod'
import { badRequest } from '../../src/contract/coded-error.ts'
import type { GroupSettingValueUpdate } from '../../src/contract/group-setting.ts'
import { textLimits } from '../../src/contract/limits.ts'
import { changeableSettings, organizationSettingTable } from '../../src/contract/organization-settings.ts'
import {
  type OrganizationPermission,
  organizationPermissionSettings,
} from '../../src/contract/permission-settings.ts'
import { signInMethodNames } from '../../src/contract/sign-in-methods.ts'
import { endpoint } from '../endpoint.ts'
import {
  type OrganizationPermissionsInput,
  type OrganizationSettingsInput,
  type SignInMethod,
  type SignInMethodChangeInput,
  UpdateOrganizationDocument,
} from '../generated/operations.ts'
import { mutuallyExclusive } from '../parameters/constraints.ts'
import { groupSettingChange } from '../parameters/group-setting.ts'
import { boolean, json } from '../parameters/json.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { text } from '../parameters/text.ts'
import { settingParameter, wordsInput } from './setting-parameter.ts'

/** Names under which existing clients, or older ones, send a setting. */
const aliases: Readonly<Record<string, string>> = {
  gif_rating_policy: 'giphy_rating',
  zulip_update_announcements_stream_id: 'service_update_announcements_stream_id',
}

const settings = changeableSettings.map((name) => ({ name, ...organizationSettingTable[name] }))
const permissions = Object.keys(organizationPermissionSettings) as OrganizationPermission[] // keys() widens

const settingParameters: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  settings.map((setting) => {
    const alias = aliases[setting.wireName]
    const parameter = settingParameter(setting).optional()
    return [setting.wireName, alias === undefined ? parameter : parameter.alias(alias)]
  }),
)

const permissionParameters = Object.fromEntries(
  permissions.map((permission) => [
    permission,
    groupSettingChange()
      .optional()
      .describe(`Who may ${organizationPermissionSettings[permission].may}: the new value, and the old one.`),
  ]),
) as Record<OrganizationPermission, Parameter<GroupSettingValueUpdate | undefined>> // One for each.

export const updateOrganization = endpoint('PATCH /realm', {
  summary: 'Change the organization',
  description: 'Name, description, settings and permissions; some of them are only for owners to change.',
  requires: 'administrator',
  parameters: {
    name: text({ nonBlank: true, maxLength: textLimits.organizationName }).optional(),
    description: text({ maxLength: textLimits.organizationDescription }).optional().describe('Markdown.'),
    ...settingParameters,
    mandatory_topics: boolean()
      .optional()
      .describe('Old form of `topics_policy`: whether topics need names.'),
    allow_edit_history: boolean()
      .optional()
      .describe('Old form of `message_edit_history_visibility_policy`: all of it, or none.'),
    authentication_methods: json(z.record(z.string(), z.boolean()))
      .optional()
      .describe(
        'Whether people can sign in in each of these ways, by the names of POST /register; for owners.',
      ),
    ...permissionParameters,
  },
  constraints: [
    mutuallyExclusive('topics_policy', 'mandatory_topics'),
    mutuallyExclusive('message_edit_history_visibility_policy', 'allow_edit_history'),
  ],
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  const { name, description, mandatory_topics, allow_edit_history, authentication_methods } = parameters
  const given: Readonly<Record<string, unknown>> = {
    ...parameters,
    ...(mandatory_topics !== undefined && {
      topics_policy: mandatory_topics ? 'disable_empty_topic' : 'allow_empty_topic',
    }),
    ...(allow_edit_history !== undefined && {
      message_edit_history_visibility_policy: allow_edit_history ? 'all' : 'none',
    }),
  }
  await session.execute(UpdateOrganizationDocument, {
    input: {
      name,
      description,
      settings: settingsInput(given),
      signInMethods: signInMethodsInput(authentication_methods),
      permissions: permissionsInput(parameters),
    },
  })
  return {}
})

function signInMethodsInput(
  given: Readonly<Record<string, boolean>> | undefined,
): SignInMethodChangeInput[] | undefined {
  return given && Object.entries(given).map(([name, enabled]) => ({ method: signInMethod(name), enabled }))
}

/** @throws CodedError BAD_REQUEST for a way that no server of this kind has */
function signInMethod(name: string): SignInMethod {
  const [method] = Object.entries(signInMethodNames).find(([, wireName]) => wireName === name) ?? []
  if (!method) throw badRequest(`Invalid authentication_methods: '${name}' is not available on this server`)
  return method.toUpperCase() as SignInMethod // The core's enum spells the same names so.
}

/** The core's input: the same settings by its own names, words in its spelling. */
function settingsInput(given: Readonly<Record<string, unknown>>): OrganizationSettingsInput {
  const entries = settings.map(({ name, wireName, schema }) => [name, wordsInput(schema, given[wireName])])
  // Core and facade make their fields from the same table.
  return Object.fromEntries(entries) as OrganizationSettingsInput
}

function permissionsInput(
  given: Readonly<Record<OrganizationPermission, GroupSettingValueUpdate | undefined>>,
): OrganizationPermissionsInput {
  const entries = permissions.map((permission) => {
    const field = permission.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return [field, given[permission]]
  })
  // As above.
  return Object.fromEntries(entries) as OrganizationPermissionsInput
}
