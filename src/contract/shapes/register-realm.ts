import * as z from 'zod'
import { organizationSettingTable } from '../organization-settings.ts'
import { wireFields } from '../setting-table.ts'
import { authenticationMethods } from './authentication-method.ts'
import { supportedPermissionSettings } from './group-permission-setting.ts'
import { organizationPermissionFields } from './organization-permissions.ts'
import { prefixed } from './prefixed.ts'

const choice = z.strictObject({ name: z.string(), id: z.int() })

/** What the organization itself is. */
const organizationFields = {
  realm_name: z.string(),
  realm_description: z.string(),
  /** UNIX seconds, as is the next; only demo organizations have the latter. */
  realm_date_created: z.int(),
  demo_organization_scheduled_deletion_date: z.int().optional(),
  realm_url: z.string(),
  /** Old name of `realm_url`. */
  realm_uri: z.string(),
  realm_uuid: z.string(),
  realm_bot_domain: z.string(),
  realm_icon_url: z.string(),
  realm_logo_url: z.string(),
  realm_night_logo_url: z.string(),
  realm_authentication_methods: authenticationMethods,
  realm_email_auth_enabled: z.boolean(),
  realm_password_auth_enabled: z.boolean(),
  realm_push_notifications_enabled: z.boolean(),
  realm_push_notifications_enabled_end_timestamp: z.int().nullable(),
  realm_available_video_chat_providers: z.record(z.string(), choice),
  realm_default_external_accounts: z.record(
    z.string(),
    z.strictObject({ name: z.string(), text: z.string(), hint: z.string(), url_pattern: z.string() }),
  ),
  realm_empty_topic_display_name: z.string(),
  zulip_plan_is_not_limited: z.boolean(),
  upgrade_text_for_wide_organization_logo: z.string(),
}

/** Old values that derive from settings and permissions: src/contract/legacy-policies.ts. */
const legacyFields = {
  realm_allow_edit_history: z.boolean(),
  realm_mandatory_topics: z.boolean(),
  realm_create_public_stream_policy: z.literal([1, 2, 3, 4]),
  realm_create_private_stream_policy: z.literal([1, 2, 3, 4]),
  realm_create_web_public_stream_policy: z.literal([2, 4, 6, 7]),
  realm_wildcard_mention_policy: z.literal([1, 2, 3, 5, 6, 7]),
  /** The organization's Jitsi server, or else the server's. */
  jitsi_server_url: z.string(),
}

/** Limits that clients check before they ask. */
const limitFields = {
  max_stream_name_length: z.int(),
  max_stream_description_length: z.int(),
  max_channel_folder_name_length: z.int(),
  max_channel_folder_description_length: z.int(),
  max_topic_length: z.int(),
  max_message_length: z.int(),
  max_reminder_note_length: z.int(),
  max_bulk_new_subscription_messages: z.int(),
  max_icon_file_size_mib: z.int(),
  max_logo_file_size_mib: z.int(),
  max_avatar_file_size_mib: z.int(),
  max_file_upload_size_mib: z.int(),
  password_min_length: z.int(),
  password_max_length: z.int(),
  password_min_guesses: z.int(),
}

/** What the server is like, and how clients should pace themselves. */
const serverFields = {
  server_generation: z.int(),
  development_environment: z.boolean(),
  event_queue_longpoll_timeout_seconds: z.int(),
  settings_send_digest_emails: z.boolean(),
  server_needs_upgrade: z.boolean(),
  server_web_public_streams_enabled: z.boolean(),
  server_avatar_changes_disabled: z.boolean(),
  server_name_changes_disabled: z.boolean(),
  server_inline_image_preview: z.boolean(),
  server_inline_url_embed_preview: z.boolean(),
  server_can_summarize_topics: z.boolean(),
  server_emoji_data_url: z.string(),
  server_jitsi_server_url: z.string().nullable(),
  server_thumbnail_formats: z.array(
    z.strictObject({
      name: z.string(),
      max_width: z.int(),
      max_height: z.int(),
      format: z.string(),
      animated: z.boolean(),
    }),
  ),
  server_min_deactivated_realm_deletion_days: z.int().nullable(),
  server_max_deactivated_realm_deletion_days: z.int().nullable(),
  server_presence_ping_interval_seconds: z.int(),
  server_presence_offline_threshold_seconds: z.int(),
  server_typing_started_expiry_period_milliseconds: z.int(),
  server_typing_stopped_wait_period_milliseconds: z.int(),
  server_typing_started_wait_period_milliseconds: z.int(),
  server_report_message_types: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  server_supported_permission_settings: supportedPermissionSettings,
  gif_rating_policy_options: z.record(z.string(), choice),
}

/** Fields of POST /register under the gate `realm` (register-response: "Organization settings", "General"). */
export const registerRealmFields = {
  ...wireFields(organizationSettingTable, 'realm_'),
  ...prefixed('realm_', organizationPermissionFields),
  ...organizationFields,
  ...legacyFields,
  ...limitFields,
  ...serverFields,
}

export const registerRealm = z.strictObject(registerRealmFields)

export type RegisterRealm = z.output<typeof registerRealm>
