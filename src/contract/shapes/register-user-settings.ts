import * as z from 'zod'
import { wireFields } from '../setting-table.ts'
import { userColumnSettings, userSettingTable } from '../user-settings.ts'

/** What is no setting but told beside them: what the server has to choose from. */
const choices = {
  available_notification_sounds: z.array(z.string()),
  emojiset_choices: z.array(z.strictObject({ key: z.string(), text: z.string() })),
}

const { timezone, ...ofNewUsers } = wireFields(userColumnSettings, '')
const settings = { ...wireFields(userSettingTable, ''), ...ofNewUsers, ...choices }

/** Fields of POST /register under the gate `user_settings`. */
export const registerUserSettingsFields = {
  user_settings: z.strictObject({ ...settings, timezone }),
  /** The setting of the same name once more. */
  receives_typing_notifications: z.boolean(),
}

/** Fields of POST /register under the gate `realm_user_settings_defaults`. */
export const registerUserSettingsDefaultsFields = {
  realm_user_settings_defaults: z.strictObject(settings),
}

const registerUserSettings = z.strictObject(registerUserSettingsFields)
const registerUserSettingsDefaults = z.strictObject(registerUserSettingsDefaultsFields)

export type RegisterUserSettings = z.output<typeof registerUserSettings>
export type RegisterUserSettingsDefaults = z.output<typeof registerUserSettingsDefaults>
