import { thumbnailFormats } from '../attachments/thumbnail-formats.ts'
import { countLimits, credentialLimits, textLimits, timeLimits, uploadLimits } from '../contract/limits.ts'
import { messageReportTypes } from '../contract/message-report-types.ts'
import { presenceTiming, queueTiming, typingTiming } from '../contract/server.ts'
import { serverSupportedPermissionSettings } from '../contract/shapes/group-permission-setting.ts'
import type { RegisterRealm } from '../contract/shapes/register-realm.ts'
import type { Core } from '../core.ts'
import { emojiNamesPath } from '../pages/static-files.ts'

/** Limits that clients check before they ask (register: gate `realm`). */
export const limitFields = {
  max_stream_name_length: textLimits.channelName,
  max_stream_description_length: textLimits.channelDescription,
  max_channel_folder_name_length: textLimits.channelFolderName,
  max_channel_folder_description_length: textLimits.channelFolderDescription,
  max_topic_length: textLimits.topic,
  max_message_length: textLimits.messageContent,
  max_reminder_note_length: textLimits.reminderNote,
  max_bulk_new_subscription_messages: countLimits.newSubscriptionMessages,
  max_icon_file_size_mib: uploadLimits.iconMib,
  max_logo_file_size_mib: uploadLimits.logoMib,
  max_avatar_file_size_mib: uploadLimits.avatarMib,
  password_min_length: credentialLimits.passwordMinimumLength,
  password_max_length: credentialLimits.passwordMaximumLength,
  password_min_guesses: credentialLimits.passwordMinimumGuesses,
} satisfies Partial<RegisterRealm>

const gifRatings = [
  { key: 'disabled', id: 0, name: 'No GIFs' },
  { key: 'g', id: 1, name: 'Rated G (general audience)' },
  { key: 'pg', id: 2, name: 'Rated PG (parental guidance)' },
  { key: 'pg-13', id: 3, name: 'Rated PG-13 (parental guidance, under 13)' },
  { key: 'r', id: 4, name: 'Rated R (restricted)' },
]

// What no organization and no configuration changes. Whatever this server has not (digests, summaries) is said to be
// absent, so that clients don't offer it.
const constantFields = {
  event_queue_longpoll_timeout_seconds: queueTiming.longPollTimeoutSeconds,
  settings_send_digest_emails: false,
  server_needs_upgrade: false,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_inline_image_preview: true,
  server_can_summarize_topics: false,
  server_thumbnail_formats: thumbnailFormats.map(({ maxWidth, maxHeight, ...format }) => ({
    ...format,
    max_width: maxWidth,
    max_height: maxHeight,
  })),
  server_min_deactivated_realm_deletion_days: timeLimits.deactivatedOrganizationDeletionMinimumDays,
  server_max_deactivated_realm_deletion_days: null,
  server_presence_ping_interval_seconds: presenceTiming.pingIntervalSeconds,
  server_presence_offline_threshold_seconds: presenceTiming.offlineThresholdSeconds,
  server_typing_started_expiry_period_milliseconds: typingTiming.startedExpiryMilliseconds,
  server_typing_stopped_wait_period_milliseconds: typingTiming.stoppedWaitMilliseconds,
  server_typing_started_wait_period_milliseconds: typingTiming.startedWaitMilliseconds,
  server_report_message_types: Object.entries(messageReportTypes).map(([key, name]) => ({ key, name })),
  server_supported_permission_settings: serverSupportedPermissionSettings,
  gif_rating_policy_options: Object.fromEntries(gifRatings.map(({ key, id, name }) => [key, { name, id }])),
} satisfies Partial<RegisterRealm>

/** What the server is like, and how clients should pace themselves (register: gate `realm`). */
export function serverFields({ config, startedAt }: Pick<Core, 'config' | 'startedAt'>) {
  return {
    ...constantFields,
    server_generation: startedAt,
    max_file_upload_size_mib: config.uploadMib,
    development_environment: config.isDevelopment,
    server_inline_url_embed_preview: config.showsLinkPreviews,
    server_web_public_streams_enabled: config.webPublicChannels,
    server_emoji_data_url: `${config.publicUrl}${emojiNamesPath}`,
    server_jitsi_server_url: config.jitsiUrl,
  } satisfies Partial<RegisterRealm>
}
