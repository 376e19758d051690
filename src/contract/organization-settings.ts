import * as z from 'zod'
import { LARGEST_DATABASE_ID } from './database-id.ts'
import { isLanguageTag } from './languages.ts'
import { textLimits } from './limits.ts'
import { type Setting, type SettingValues, settingValues } from './setting-table.ts'

/** Who changes a setting; `nobody` where it follows from something else that is done. */
export type ChangedBy = 'owner' | 'administrator' | 'nobody'

/**
 * A setting of an organization, with the form of the `realm` event that announces its change and with
 * who may change it.
 */
export interface OrganizationSetting<
  WireName extends string = string,
  Schema extends z.ZodType = z.ZodType,
  Announcement extends 'update' | 'update_dict' = 'update' | 'update_dict',
> extends Setting<WireName, Schema> {
  readonly announcedBy: Announcement
  readonly changedBy: ChangedBy
}

/** A setting that is announced alone, as property and value. */
function simple<const WireName extends string, Schema extends z.ZodType>(
  wireName: WireName,
  schema: Schema,
  defaultValue: z.output<Schema>,
  meaning: string,
  changedBy: ChangedBy = 'administrator',
): OrganizationSetting<WireName, Schema, 'update'> {
  return { wireName, schema, default: defaultValue, meaning, announcedBy: 'update', changedBy }
}

/** A setting that is announced in a dictionary, together with what derives from it. */
function grouped<const WireName extends string, Schema extends z.ZodType>(
  wireName: WireName,
  schema: Schema,
  defaultValue: z.output<Schema>,
  meaning: string,
  changedBy: ChangedBy = 'administrator',
): OrganizationSetting<WireName, Schema, 'update_dict'> {
  return { wireName, schema, default: defaultValue, meaning, announcedBy: 'update_dict', changedBy }
}

const yesOrNo = z.boolean()
/** Numbers have 32 bits wherever they go. */
const largest = LARGEST_DATABASE_ID
/** Seconds; null is no limit, and 0 is never one. */
const secondsLimit = z.int().positive().max(largest).nullable()
/** A channel's id; -1 is none. */
const channelOrNone = z.int().min(-1).max(largest)

/** A text of at most so many Unicode code points. */
function textUpTo(limit: number) {
  return z.string().check(({ value, issues }) => {
    if ([...value].length > limit) {
      issues.push({ code: 'too_big', origin: 'string', maximum: limit, input: value })
    }
  })
}

function isWebAddress(text: string): boolean {
  return text.length <= 2000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/**
 * Every setting of an organization that is stored data, under our own names (register-response:
 * "Organization settings"; defaults: limits-and-defaults). Name, description and subdomain are
 * columns; permissions are in permission-settings.ts; what derives from either, or from the
 * server's configuration, is no setting.
 */
export const organizationSettingTable = {
  messageEditHistoryVisibilityPolicy: grouped(
    'message_edit_history_visibility_policy',
    z.enum(['all', 'moves', 'none']),
    'all',
    'Which part of the edit history of messages is shown.',
  ),
  allowMessageEditing: grouped(
    'allow_message_editing',
    yesOrNo,
    true,
    'Whether senders may edit the content of messages.',
  ),
  messageContentEditLimitSeconds: grouped(
    'message_content_edit_limit_seconds',
    secondsLimit,
    600,
    'Age in seconds up to which content may be edited; null for ever.',
  ),
  messageContentDeleteLimitSeconds: simple(
    'message_content_delete_limit_seconds',
    secondsLimit,
    600,
    'Age in seconds up to which senders may delete their messages; null for ever.',
  ),
  moveMessagesWithinChannelLimitSeconds: grouped(
    'move_messages_within_stream_limit_seconds',
    secondsLimit,
    604_800,
    'Age in seconds up to which messages may be moved to another topic; null for ever.',
  ),
  moveMessagesBetweenChannelsLimitSeconds: grouped(
    'move_messages_between_streams_limit_seconds',
    secondsLimit,
    604_800,
    'Age in seconds up to which messages may be moved to another channel; null for ever.',
  ),
  topicsPolicy: grouped(
    'topics_policy',
    z.enum(['allow_empty_topic', 'disable_empty_topic']),
    'allow_empty_topic',
    'Whether channels without a policy of their own have the empty topic.',
  ),
  messageRetentionDays: simple(
    'message_retention_days',
    z
      .int()
      .min(-1)
      .max(largest)
      .refine((days) => days !== 0),
    -1,
    'Days for which messages are kept; -1 for ever.',
    'owner',
  ),
  waitingPeriodThreshold: simple(
    'waiting_period_threshold',
    z.int().nonnegative().max(largest),
    0,
    'Age in days from which the account of a member is that of a full member.',
  ),
  inviteRequired: simple('invite_required', yesOrNo, true, 'Whether joining takes an invitation.'),
  emailsRestrictedToDomains: simple(
    'emails_restricted_to_domains',
    yesOrNo,
    false,
    'Whether new users need an address in one of the allowed domains.',
    'owner',
  ),
  disallowDisposableEmailAddresses: simple(
    'disallow_disposable_email_addresses',
    yesOrNo,
    true,
    'Whether throw-away addresses are refused.',
  ),
  nameChangesDisabled: simple(
    'name_changes_disabled',
    yesOrNo,
    false,
    'Whether only administrators change names.',
  ),
  emailChangesDisabled: simple(
    'email_changes_disabled',
    yesOrNo,
    false,
    'Whether users keep the address they have.',
  ),
  avatarChangesDisabled: simple(
    'avatar_changes_disabled',
    yesOrNo,
    false,
    'Whether only administrators change avatars.',
  ),
  requireUniqueNames: simple(
    'require_unique_names',
    yesOrNo,
    false,
    'Whether no two users may have the same full name.',
  ),
  enableSpectatorAccess: simple(
    'enable_spectator_access',
    yesOrNo,
    false,
    'Whether web-public channels are open to visitors.',
  ),
  enableReadReceipts: simple(
    'enable_read_receipts',
    yesOrNo,
    true,
    'Whether read receipts exist. Organizations that anybody can join store false when they are made.',
  ),
  enableGuestUserIndicator: simple(
    'enable_guest_user_indicator',
    yesOrNo,
    true,
    'Whether clients mark the names of guests.',
  ),
  enableGuestUserDmWarning: simple(
    'enable_guest_user_dm_warning',
    yesOrNo,
    true,
    'Whether clients warn of direct messages to guests.',
  ),
  inlineImagePreview: grouped(
    'inline_image_preview',
    yesOrNo,
    true,
    'Whether linked images are shown in messages.',
  ),
  inlineUrlEmbedPreview: simple(
    'inline_url_embed_preview',
    yesOrNo,
    false,
    'Whether linked pages are previewed in messages.',
  ),
  mediaPreviewSize: grouped(
    'media_preview_size',
    z.literal([100, 150, 200]),
    100,
    'Height of image and video previews, in percent of the usual.',
  ),
  sendWelcomeEmails: simple('send_welcome_emails', yesOrNo, true, 'Whether new users are welcomed by email.'),
  messageContentAllowedInEmailNotifications: simple(
    'message_content_allowed_in_email_notifications',
    yesOrNo,
    true,
    'Whether notification emails may quote messages.',
  ),
  digestEmailsEnabled: simple('digest_emails_enabled', yesOrNo, false, 'Whether weekly digests are sent.'),
  digestWeekday: simple(
    'digest_weekday',
    z.int().min(0).max(6),
    1,
    'Day on which digests are sent; 0 is Monday.',
  ),
  sendChannelEventsMessages: simple(
    'send_channel_events_messages',
    yesOrNo,
    false,
    'Whether changes of a channel are announced in it.',
  ),
  welcomeMessageCustomText: simple(
    'welcome_message_custom_text',
    textUpTo(textLimits.welcomeMessage),
    '',
    'Markdown that the welcome bot adds for new users.',
  ),
  defaultLanguage: simple(
    'default_language',
    z.string().refine(isLanguageTag, { error: 'not a language' }),
    'en',
    'Language of automatic messages and emails, as a tag such as `pt-BR`.',
  ),
  defaultCodeBlockLanguage: simple(
    'default_code_block_language',
    textUpTo(textLimits.codeBlockLanguage),
    '',
    'Language of code blocks that name none; empty for plain text.',
  ),
  videoChatProvider: simple(
    'video_chat_provider',
    z.literal([0, 1, 3, 4, 5, 6, 7, 8]),
    1,
    'Provider of calls: 0 none, 1 Jitsi Meet, 3 Zoom, 4 BigBlueButton, 5 Zoom server-to-server, 6 Constructor Groups, 7 Nextcloud Talk, 8 Webex.',
  ),
  jitsiServerUrl: simple(
    'jitsi_server_url',
    z.string().refine(isWebAddress, { error: 'not a web address' }).nullable(),
    null,
    "The organization's own Jitsi server; null for the server's.",
  ),
  gifRatingPolicy: simple(
    'gif_rating_policy',
    z.literal([0, 1, 2, 3, 4]),
    1,
    'Highest rating of GIFs on offer: 0 off, 1 G, 2 PG, 3 PG-13, 4 R.',
  ),
  defaultAvatarSource: simple(
    'default_avatar_source',
    z.enum(['J', 'G']),
    'J',
    'Avatars of new users: J generated, G Gravatar.',
  ),
  iconSource: grouped('icon_source', z.enum(['G', 'U']), 'G', 'The icon: G Gravatar, U uploaded.', 'nobody'),
  logoSource: grouped(
    'logo_source',
    z.enum(['D', 'U']),
    'D',
    'The wide logo: D the usual one, U uploaded.',
    'nobody',
  ),
  nightLogoSource: grouped(
    'night_logo_source',
    z.enum(['D', 'U']),
    'D',
    'The wide logo for dark themes: D the usual one, U uploaded.',
    'nobody',
  ),
  presenceDisabled: simple(
    'presence_disabled',
    yesOrNo,
    false,
    'Whether nobody is shown who else is present.',
  ),
  wantAdvertiseInCommunitiesDirectory: simple(
    'want_advertise_in_communities_directory',
    yesOrNo,
    false,
    'Whether the organization may be listed publicly.',
  ),
  requireE2eePushNotifications: simple(
    'require_e2ee_push_notifications',
    yesOrNo,
    false,
    'Whether only end-to-end encrypted push notifications are sent.',
  ),
  ownerFullContentAccess: simple(
    'owner_full_content_access',
    yesOrNo,
    false,
    'Whether owners may read everything; only the operator of the server changes it.',
    'nobody',
  ),
  organizationType: simple(
    'org_type',
    z.literal([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000]),
    0,
    'Kind of organization: 0 unspecified, 10 business, 20 open source, 30 and 35 education (non-profit, for profit), 40 research, 50 event, 60 non-profit, 70 government, 80 political, 90 community, 100 personal, 1000 other.',
  ),
  planType: grouped(
    'plan_type',
    z.literal([1, 2, 3, 4]),
    1,
    'Plan: 1 self-hosted, 2 hosted limited, 3 hosted standard, 4 hosted sponsored.',
    'nobody',
  ),
  uploadQuotaMib: grouped(
    'upload_quota_mib',
    z.int().nonnegative().nullable(),
    null,
    'Room for all uploads together, in MiB; null for any amount.',
    'nobody',
  ),
  newChannelAnnouncementsChannelId: simple(
    'new_stream_announcements_stream_id',
    channelOrNone,
    -1,
    'Channel in which new channels are announced; -1 for none. A new organization stores the id of its first channel.',
  ),
  signupAnnouncementsChannelId: simple(
    'signup_announcements_stream_id',
    channelOrNone,
    -1,
    'Channel in which new users are announced; -1 for none.',
  ),
  productUpdateAnnouncementsChannelId: simple(
    'zulip_update_announcements_stream_id',
    channelOrNone,
    -1,
    "Channel in which the server's news are announced; -1 for none. A new organization stores the id of its first channel.",
  ),
  moderationRequestChannelId: simple(
    'moderation_request_channel_id',
    channelOrNone,
    -1,
    'Private channel that gets reported messages; -1 switches reporting off.',
  ),
} as const satisfies Record<string, OrganizationSetting>

export type OrganizationSettings = SettingValues<typeof organizationSettingTable>

/** Settings that name a channel in which the server speaks. */
export const channelSettings = [
  'newChannelAnnouncementsChannelId',
  'signupAnnouncementsChannelId',
  'productUpdateAnnouncementsChannelId',
  'moderationRequestChannelId',
] as const satisfies readonly (keyof OrganizationSettings)[]

/** The plan (`planType`) that lacks some of what an organization can have. */
export const LIMITED_PLAN = 2

/** Their value for no channel. */
export const NO_CHANNEL = -1
export type OrganizationSettingName = keyof OrganizationSettings

/** The settings that a request may change. */
export const changeableSettings = (Object.keys(organizationSettingTable) as OrganizationSettingName[]) // keys() widens to string
  .filter((name) => organizationSettingTable[name].changedBy !== 'nobody')

/** A request asks for its organization's settings more than once. */
const known = new WeakMap<object, Readonly<OrganizationSettings>>()

/** An organization's settings: what is stored for it (JSON by our own names) over the defaults. */
export function organizationSettings(stored: unknown): Readonly<OrganizationSettings> {
  const key = typeof stored === 'object' && stored !== null ? stored : {}
  const settings = known.get(key) ?? settingValues(organizationSettingTable, stored)
  known.set(key, settings)
  return settings
}
