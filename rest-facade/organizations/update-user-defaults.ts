import { z } from 'zod'
import { changeableUserDefaults, userDefaultTable } from '../../src/contract/user-settings.ts'
import { endpoint } from '../endpoint.ts'
import { type DefaultUserSettingsInput, UpdateDefaultUserSettingsDocument } from '../generated/operations.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { valueParameter, wordsInput } from './setting-parameter.ts'

const settings = changeableUserDefaults.map((name) => ({ name, ...userDefaultTable[name] }))

const parameters: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  settings.map(({ wireName, schema, meaning }) => [
    wireName,
    valueParameter(schema).optional().describe(meaning),
  ]),
)

export const updateUserDefaults = endpoint('PATCH /realm/user_settings_defaults', {
  summary: 'Change what new users start with',
  description: 'Settings of those who have an account stay as they are.',
  requires: 'administrator',
  parameters,
  reply: z.strictObject({}),
}).answer(async ({ parameters: given, session }) => {
  const entries = settings.map(({ name, wireName, schema }) => [name, wordsInput(schema, given[wireName])])
  await session.execute(UpdateDefaultUserSettingsDocument, {
    // Core and facade make their fields from the same table.
    input: { settings: Object.fromEntries(entries) as DefaultUserSettingsInput },
  })
  return {}
})
