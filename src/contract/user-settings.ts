import * as z from 'zod'
import { type Setting, type SettingValues, settingValues } from './setting-table.ts'
import { emailAddressVisibility } from './shapes/user.ts'

function setting<const WireName extends string, Schema extends z.ZodType>(
  wireName: WireName,
  schema: Schema,
  defaultValue: z.output<Schema>,
  meaning: string,
): Setting<WireName, Schema> {
  return { wireName, schema, default: defaultValue, meaning }
}

const yesOrNo = z.boolean()
/** When topics are followed or unmuted by themselves: on taking part, on sending, on starting them, never. */
const topicParticipationPolicy = z.literal([1, 2, 3, 4])

/** Sounds that clients can play for notifications; the last is the usual one, by the name that clients know. */
export const notificationSounds = ['ding', 'chime', 'knock', 'zulip'] as const

/** Emoji sets, with their labels for people. */
export const emojiSets = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const

/**
 * Every personal setting that is stored among a user's settings, under our own names
 * (register-response: "user_settings"; defaults: limits-and-defaults, "User setting defaults").
 * An organization may change the defaults for its new users.
 */
export const userSettingTable = {
  defaultLanguage: setting('default_language', z.string(), 'en', 'Language of the interface and of emails.'),
  twentyFourHourTime: setting(
    'twenty_four_hour_time',
    yesOrNo.nullable(),
    false,
    "Whether hours go to 24; null follows the locale's habit.",
  ),
  colorScheme: setting('color_scheme', z.literal([1, 2, 3]), 1, 'Colours: 1 automatic, 2 dark, 3 light.'),
  webHomeView: setting(
    'web_home_view',
    z.enum(['inbox', 'recent', 'all_messages']),
    'inbox',
    'The view that the web app opens with.',
  ),
  webEscapeNavigatesToHomeView: setting(
    'web_escape_navigates_to_home_view',
    yesOrNo,
    true,
    'Whether the escape key leads to the home view.',
  ),
  webFontSizePx: setting('web_font_size_px', z.int().positive(), 16, 'Font size of the web app, in pixels.'),
  webLineHeightPercent: setting(
    'web_line_height_percent',
    z.int().positive(),
    140,
    'Line height of the web app, in percent of the font size.',
  ),
  webAnimateImagePreviews: setting(
    'web_animate_image_previews',
    z.enum(['always', 'on_hover', 'never']),
    'on_hover',
    'When animated images move in previews.',
  ),
  webMarkReadOnScrollPolicy: setting(
    'web_mark_read_on_scroll_policy',
    z.literal([1, 2, 3]),
    1,
    'When scrolling marks messages as read: 1 always, 2 in conversations, 3 never.',
  ),
  webChannelDefaultView: setting(
    'web_channel_default_view',
    z.literal([1, 2, 3, 4]),
    1,
    'What a click on a channel opens: 1 its first topic, 2 all of it, 3 its list of topics, 4 its first unread topic.',
  ),
  webChannelUnreadsCountDisplayPolicy: setting(
    'web_stream_unreads_count_display_policy',
    z.literal([1, 2, 3]),
    2,
    'Channels that show a count of unread messages: 1 all, 2 unmuted ones, 3 none.',
  ),
  webLeftSidebarUnreadsCountSummary: setting(
    'web_left_sidebar_unreads_count_summary',
    yesOrNo,
    true,
    'Whether the sidebar sums up unread messages.',
  ),
  webLeftSidebarShowChannelFolders: setting(
    'web_left_sidebar_show_channel_folders',
    yesOrNo,
    true,
    'Whether the sidebar groups channels by folder.',
  ),
  webInboxShowChannelFolders: setting(
    'web_inbox_show_channel_folders',
    yesOrNo,
    true,
    'Whether the inbox groups channels by folder.',
  ),
  webNavigateToSentMessage: setting(
    'web_navigate_to_sent_message',
    yesOrNo,
    true,
    'Whether sending leads to where the message went.',
  ),
  webSuggestUpdateTimezone: setting(
    'web_suggest_update_timezone',
    yesOrNo,
    true,
    "Whether to offer the device's time zone when it differs from the profile's.",
  ),
  demoteInactiveChannels: setting(
    'demote_inactive_streams',
    z.literal([1, 2, 3]),
    1,
    'Whether inactive channels go last: 1 automatic, 2 always, 3 never.',
  ),
  userListStyle: setting(
    'user_list_style',
    z.literal([1, 2, 3]),
    3,
    'How the list of users looks: 1 compact, 2 with status, 3 with avatar and status.',
  ),
  emojiset: setting('emojiset', z.enum(['google', 'twitter', 'text']), 'google', 'Pictures for emoji.'),
  displayEmojiReactionUsers: setting(
    'display_emoji_reaction_users',
    yesOrNo,
    true,
    'Whether a few reactions show who made them.',
  ),
  starredMessageCounts: setting(
    'starred_message_counts',
    yesOrNo,
    true,
    'Whether the number of starred messages is shown.',
  ),
  translateEmoticons: setting('translate_emoticons', yesOrNo, false, 'Whether typed emoticons become emoji.'),
  enterSends: setting('enter_sends', yesOrNo, false, 'Whether the enter key sends.'),
  fluidLayoutWidth: setting('fluid_layout_width', yesOrNo, false, 'Whether messages use the full width.'),
  highContrastMode: setting('high_contrast_mode', yesOrNo, false, 'Whether contrast is raised.'),
  leftSideUserlist: setting(
    'left_side_userlist',
    yesOrNo,
    false,
    'Whether narrow windows list users on the left.',
  ),
  hideAiFeatures: setting('hide_ai_features', yesOrNo, false, 'Whether AI features stay out of sight.'),
  enableDraftsSynchronization: setting(
    'enable_drafts_synchronization',
    yesOrNo,
    true,
    'Whether the server keeps drafts; switching it off deletes them.',
  ),
  enableChannelDesktopNotifications: setting(
    'enable_stream_desktop_notifications',
    yesOrNo,
    false,
    'Visible desktop notifications for channel messages.',
  ),
  enableChannelEmailNotifications: setting(
    'enable_stream_email_notifications',
    yesOrNo,
    false,
    'Emails for channel messages.',
  ),
  enableChannelPushNotifications: setting(
    'enable_stream_push_notifications',
    yesOrNo,
    false,
    'Mobile notifications for channel messages.',
  ),
  enableChannelAudibleNotifications: setting(
    'enable_stream_audible_notifications',
    yesOrNo,
    false,
    'Sounds for channel messages.',
  ),
  wildcardMentionsNotify: setting(
    'wildcard_mentions_notify',
    yesOrNo,
    true,
    'Whether wildcard mentions notify as personal ones do.',
  ),
  enableFollowedTopicDesktopNotifications: setting(
    'enable_followed_topic_desktop_notifications',
    yesOrNo,
    true,
    'Visible desktop notifications for followed topics.',
  ),
  enableFollowedTopicEmailNotifications: setting(
    'enable_followed_topic_email_notifications',
    yesOrNo,
    true,
    'Emails for followed topics.',
  ),
  enableFollowedTopicPushNotifications: setting(
    'enable_followed_topic_push_notifications',
    yesOrNo,
    true,
    'Mobile notifications for followed topics.',
  ),
  enableFollowedTopicAudibleNotifications: setting(
    'enable_followed_topic_audible_notifications',
    yesOrNo,
    true,
    'Sounds for followed topics.',
  ),
  enableFollowedTopicWildcardMentionsNotify: setting(
    'enable_followed_topic_wildcard_mentions_notify',
    yesOrNo,
    true,
    'Whether wildcard mentions in followed topics notify as personal ones do.',
  ),
  enableDesktopNotifications: setting(
    'enable_desktop_notifications',
    yesOrNo,
    true,
    'Visible desktop notifications for direct messages and mentions.',
  ),
  enableSounds: setting('enable_sounds', yesOrNo, true, 'Sounds for direct messages and mentions.'),
  directMessageContentInDesktopNotifications: setting(
    'pm_content_in_desktop_notifications',
    yesOrNo,
    true,
    'Whether desktop notifications quote direct messages.',
  ),
  enableOfflineEmailNotifications: setting(
    'enable_offline_email_notifications',
    yesOrNo,
    true,
    'Emails for direct messages and mentions while away.',
  ),
  enableOfflinePushNotifications: setting(
    'enable_offline_push_notifications',
    yesOrNo,
    true,
    'Mobile notifications for direct messages and mentions while away.',
  ),
  enableOnlinePushNotifications: setting(
    'enable_online_push_notifications',
    yesOrNo,
    true,
    'Mobile notifications for direct messages and mentions while present.',
  ),
  messageContentInEmailNotifications: setting(
    'message_content_in_email_notifications',
    yesOrNo,
    true,
    'Whether emails quote messages.',
  ),
  notificationSound: setting(
    'notification_sound',
    z.enum(['none', ...notificationSounds]),
    'zulip',
    'Sound of notifications.',
  ),
  desktopIconCountDisplay: setting(
    'desktop_icon_count_display',
    z.literal([1, 2, 3, 4]),
    1,
    'What the desktop icon counts: 1 all unread, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 nothing.',
  ),
  emailNotificationsBatchingPeriodSeconds: setting(
    'email_notifications_batching_period_seconds',
    z.int().positive(),
    120,
    'Seconds for which emails are held back to join them.',
  ),
  organizationNameInEmailNotificationsPolicy: setting(
    'realm_name_in_email_notifications_policy',
    z.literal([1, 2, 3]),
    1,
    "Whether an email's subject names the organization: 1 automatic, 2 always, 3 never.",
  ),
  enableDigestEmails: setting('enable_digest_emails', yesOrNo, true, 'Digests by email while away.'),
  enableLoginEmails: setting('enable_login_emails', yesOrNo, true, 'Emails about new sign-ins.'),
  enableMarketingEmails: setting('enable_marketing_emails', yesOrNo, true, 'Advertising emails.'),
  presenceEnabled: setting('presence_enabled', yesOrNo, true, "Whether others see the user's presence."),
  sendReadReceipts: setting(
    'send_read_receipts',
    yesOrNo,
    true,
    'Whether others see what the user has read.',
  ),
  sendChannelTypingNotifications: setting(
    'send_stream_typing_notifications',
    yesOrNo,
    true,
    'Whether others see the user typing in channels.',
  ),
  sendDirectTypingNotifications: setting(
    'send_private_typing_notifications',
    yesOrNo,
    true,
    'Whether others see the user typing direct messages.',
  ),
  receivesTypingNotifications: setting(
    'receives_typing_notifications',
    yesOrNo,
    true,
    'Whether the user sees others typing.',
  ),
  allowPrivateDataExport: setting(
    'allow_private_data_export',
    yesOrNo,
    false,
    "Whether administrators may export the user's private data.",
  ),
  automaticallyFollowTopicsPolicy: setting(
    'automatically_follow_topics_policy',
    topicParticipationPolicy,
    3,
    'When topics are followed by themselves: 1 on taking part, 2 on sending, 3 on starting them, 4 never.',
  ),
  automaticallyUnmuteTopicsInMutedChannelsPolicy: setting(
    'automatically_unmute_topics_in_muted_streams_policy',
    topicParticipationPolicy,
    2,
    'When topics of muted channels are unmuted by themselves; values as for following.',
  ),
  automaticallyFollowTopicsWhereMentioned: setting(
    'automatically_follow_topics_where_mentioned',
    yesOrNo,
    true,
    'Whether a mention makes the user follow its topic.',
  ),
  resolvedTopicNoticeAutoReadPolicy: setting(
    'resolved_topic_notice_auto_read_policy',
    z.enum(['always', 'except_followed', 'never']),
    'except_followed',
    'When notices of resolved topics arrive as read.',
  ),
} as const satisfies Record<string, Setting>

/** Personal settings that are columns of the user, described in the same way. */
export const userColumnSettings = {
  timezone: setting('timezone', z.string(), '', 'Time zone of the profile (IANA name); empty when not set.'),
  emailAddressVisibility: setting(
    'email_address_visibility',
    emailAddressVisibility,
    1,
    'Who sees the real address: 1 everybody, 2 members, 3 administrators, 4 nobody, 5 moderators.',
  ),
} as const satisfies Record<string, Setting>

export type UserSettings = SettingValues<typeof userSettingTable>
export type UserSettingName = keyof UserSettings

/** A user's settings: what is stored for the user (JSON by our own names) over the defaults. */
export function userSettings(stored: unknown): UserSettings {
  return settingValues(userSettingTable, stored)
}

/** What an organization decides for its new users: settings, and who sees their real address. */
export const userDefaultTable = {
  ...userSettingTable,
  emailAddressVisibility: userColumnSettings.emailAddressVisibility,
} as const satisfies Record<string, Setting>

export type UserDefaults = SettingValues<typeof userDefaultTable>
export type UserDefaultName = keyof UserDefaults

/** Not for administrators to decide (PATCH /realm/user_settings_defaults does not name them). */
const ownDecisions: ReadonlySet<UserDefaultName> = new Set<UserDefaultName>([
  'allowPrivateDataExport',
  'defaultLanguage',
  'enableLoginEmails',
  'enableMarketingEmails',
])

/** The defaults that an administrator may change. */
export const changeableUserDefaults = (Object.keys(userDefaultTable) as UserDefaultName[]) // keys() widens
  .filter((name) => !ownDecisions.has(name))

/** What new users of an organization start with: what is stored for it over the declared defaults. */
export function userDefaults(stored: unknown): UserDefaults {
  return settingValues(userDefaultTable, stored)
}
