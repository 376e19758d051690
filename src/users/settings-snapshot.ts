import sql from 'sql-template-tag'
import { wireValues } from '../contract/setting-table.ts'
import type {
  RegisterUserSettings,
  RegisterUserSettingsDefaults,
} from '../contract/shapes/register-user-settings.ts'
import { emailAddressVisibility } from '../contract/shapes/user.ts'
import {
  emojiSets,
  notificationSounds,
  userDefaults,
  userDefaultTable,
  userSettings,
  userSettingTable,
} from '../contract/user-settings.ts'
import type { SnapshotShare } from '../events/snapshot.ts'

const choices = {
  available_notification_sounds: [...notificationSounds],
  emojiset_choices: emojiSets.map((set) => ({ ...set })),
}

/** The viewer's own settings (register-response: `user_settings`). */
export const userSettingsShare: SnapshotShare = {
  gate: 'user_settings',
  async read({ tx, viewer }): Promise<RegisterUserSettings> {
    // Read again, in the state of the snapshot: the viewer was loaded before it.
    const [row] = await tx.query<{ settings: unknown; timezone: string; emailAddressVisibility: number }>(
      sql`SELECT settings, timezone, email_address_visibility FROM "user" WHERE id = ${viewer.id}`,
    )
    const settings = userSettings(row?.settings)
    return {
      user_settings: {
        ...wireValues(userSettingTable, '', settings),
        timezone: row?.timezone ?? '',
        email_address_visibility: emailAddressVisibility.parse(row?.emailAddressVisibility),
        ...choices,
      },
      receives_typing_notifications: settings.receivesTypingNotifications,
    }
  },
}

/** What new users start with (register-response: `realm_user_settings_defaults`). */
export const userSettingsDefaultsShare: SnapshotShare = {
  gate: 'realm_user_settings_defaults',
  async read({ tx, viewer }): Promise<RegisterUserSettingsDefaults> {
    const [row] = await tx.query<{ userDefaults: unknown }>(
      sql`SELECT user_defaults FROM organization WHERE id = ${viewer.organizationId}`,
    )
    return {
      realm_user_settings_defaults: {
        ...wireValues(userDefaultTable, '', userDefaults(row?.userDefaults)),
        ...choices,
      },
    }
  },
}
