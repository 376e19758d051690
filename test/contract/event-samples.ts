import type { EventKindName } from '../../src/contract/events/kinds.ts'
import {
  canonicalMessageSample,
  channelSample,
  messageSample,
  reactionSample,
  subscriptionSample,
  userGroupSample,
  userSample,
} from './wire-samples.ts'

type Fields = Record<string, unknown>

const attachment = {
  id: 5,
  name: 'logo.png',
  path_id: '2/ab/cdef/logo.png',
  size: 4096,
  create_time: 1_700_000_000,
  message_ids: [101],
}
const draft = { id: 8, type: 'stream', to: [7], topic: 'logos', content: 'Maybe', timestamp: 1_700_000_000 }
const snippet = { id: 4, title: 'Hours', content: 'We open at **nine**.', date_created: 1_700_000_000 }
const folder = {
  id: 2,
  name: 'Projects',
  order: 0,
  date_created: 1_700_000_000,
  creator_id: 11,
  description: '',
  rendered_description: '',
  is_archived: false,
}
const bot = {
  user_id: 13,
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
  services: [{ base_url: 'https://bot.example.org', token: 't', interface: 1 }],
}
const emoji = {
  id: '6',
  name: 'owl',
  source_url: '/user_avatars/2/emoji/owl.gif',
  still_url: '/user_avatars/2/emoji/still/owl.png',
  deactivated: false,
  author_id: 11,
}
const typingInChannel = {
  message_type: 'stream',
  sender: { user_id: 11, email: 'user11@chat.example.org' },
  stream_id: 7,
  topic: 'logos',
}
const reaction = { message_id: 101, ...reactionSample }
const scheduled = {
  scheduled_message_id: 9,
  type: 'private',
  to: [12],
  content: 'Happy birthday',
  rendered_content: '<p>Happy birthday</p>',
  scheduled_delivery_timestamp: 1_800_000_000,
  failed: false,
}
const editing = {
  sender_id: 11,
  message_id: 101,
  recipient: { type: 'channel', channel_id: 7, topic: 'logos' },
}
const members = { group_id: 21, user_ids: [14] }
const subgroups = { group_id: 21, direct_subgroup_ids: [4] }
const peers = { stream_ids: [7], user_ids: [12, 14] }
const flagged = { flag: 'read', messages: [101, 102] }

/** One delivered event of each kind, without `id`, `type` and `op`. */
export const wireSamples: Record<EventKindName, Fields> = {
  alert_words: { alert_words: ['deadline', 'on call'] },
  'attachment/add': { attachment, upload_space_used: 4096 },
  'attachment/remove': { attachment: { id: 5 }, upload_space_used: 0 },
  'attachment/update': { attachment, upload_space_used: 4096 },
  'channel_folder/add': { channel_folder: folder },
  'channel_folder/reorder': { order: [3, 2] },
  'channel_folder/update': { channel_folder_id: 2, data: { is_archived: true } },
  custom_profile_fields: {
    fields: [
      { id: 3, type: 1, order: 1, name: 'Town', hint: '', required: false, editable_by_user: true },
      {
        id: 4,
        type: 3,
        order: 2,
        name: 'Shift',
        hint: 'Usual one',
        field_data: '{"0":{"text":"Early","order":"1"}}',
        display_in_profile_summary: true,
        required: true,
        editable_by_user: false,
      },
    ],
  },
  default_stream_groups: {
    default_stream_groups: [{ id: 1, name: 'Makers', description: 'Who makes things', streams: [7] }],
  },
  default_streams: { default_streams: [7, 8] },
  delete_message: { message_ids: [101, 102], message_type: 'stream', stream_id: 7, topic: 'logos' },
  'device/add': { device_id: 3 },
  'device/remove': { device_id: 3 },
  'device/update': { device_id: 3, push_key_id: 77, pending_push_token_id: null },
  'drafts/add': { drafts: [draft] },
  'drafts/remove': { draft_id: 8 },
  'drafts/update': { draft },
  has_webex_token: { value: true },
  has_zoom_token: { value: false },
  heartbeat: {},
  invites_changed: {},
  message: { message: messageSample, flags: ['read', 'mentioned'], local_message_id: '55.01' },
  muted_topics: { muted_topics: [['design', 'logos', 1_700_000_000]] },
  muted_users: { muted_users: [{ id: 14, timestamp: 1_700_000_000 }] },
  'navigation_view/add': {
    navigation_view: { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' },
  },
  'navigation_view/remove': { fragment: 'inbox' },
  'navigation_view/update': { fragment: 'inbox', data: { is_pinned: false } },
  onboarding_steps: { onboarding_steps: [{ type: 'one_time_notice', name: 'intro_inbox_view' }] },
  presence: { presences: { '11': { active_timestamp: 1_700_000_000, idle_timestamp: 1_700_000_060 } } },
  'reaction/add': reaction,
  'reaction/remove': reaction,
  'realm/deactivated': { realm_id: 2 },
  'realm/update': { property: 'waiting_period_threshold', value: 3 },
  'realm/update_dict': {
    property: 'default',
    data: { topics_policy: 'disable_empty_topic', mandatory_topics: true, can_create_groups: 4 },
  },
  'realm_bot/add': { bot },
  'realm_bot/delete': { bot: { user_id: 13 } },
  'realm_bot/update': { bot: { user_id: 13, default_sending_stream: 'design' } },
  'realm_domains/add': { realm_domain: { domain: 'example.org', allow_subdomains: false } },
  'realm_domains/change': { realm_domain: { domain: 'example.org', allow_subdomains: true } },
  'realm_domains/remove': { domain: 'example.org' },
  'realm_emoji/add': { emoji },
  'realm_emoji/update': { realm_emoji: { '6': emoji } },
  'realm_emoji/update_one': { emoji_id: '6', data: { deactivated: true } },
  realm_export: {
    exports: [
      {
        id: 1,
        acting_user_id: 11,
        export_time: 1_700_000_000.5,
        deleted_timestamp: null,
        failed_timestamp: null,
        export_url: null,
        pending: true,
        export_from_prior_server: false,
        export_type: 'public',
      },
    ],
  },
  realm_export_consent: { user_id: 12, consented: true },
  realm_linkifiers: {
    realm_linkifiers: [
      {
        id: 1,
        pattern: '#(?P<id>[0-9]+)',
        url_template: 'https://tracker.example.org/{id}',
        example_input: '#12',
        reverse_template: '#{id}',
        alternative_url_templates: [],
      },
    ],
  },
  realm_playgrounds: {
    realm_playgrounds: [
      { id: 1, name: 'Try Rust', pygments_language: 'Rust', url_template: 'https://rust.example.org/{code}' },
    ],
  },
  'realm_user/add': { person: userSample },
  'realm_user/remove': { person: { user_id: 11, full_name: 'Ida Moreau' } },
  'realm_user/update': { person: { user_id: 11, role: 300 } },
  'realm_user_settings_defaults/update': { property: 'enter_sends', value: true },
  'reminders/add': {
    reminders: [
      {
        reminder_id: 3,
        type: 'private',
        to: [11],
        content: 'Look again',
        rendered_content: '<p>Look again</p>',
        scheduled_delivery_timestamp: 1_800_000_000,
        failed: false,
        reminder_target_message_id: 101,
      },
    ],
  },
  'reminders/remove': { reminder_id: 3 },
  restart: {
    service_version: '0.1.0',
    service_merge_base: '0.1.0',
    service_feature_level: 500,
    zulip_version: '0.1.0',
    zulip_merge_base: '0.1.0',
    zulip_feature_level: 500,
    server_generation: 1_700_000_000,
  },
  'saved_snippets/add': { saved_snippet: snippet },
  'saved_snippets/remove': { saved_snippet_id: 4 },
  'saved_snippets/update': { saved_snippet: snippet },
  'scheduled_messages/add': {
    scheduled_messages: [scheduled, { ...scheduled, type: 'stream', to: 7, topic: 'logos' }],
  },
  'scheduled_messages/remove': { scheduled_message_id: 9 },
  'scheduled_messages/update': { scheduled_message: { ...scheduled, failed: true } },
  'stream/create': { streams: [channelSample] },
  'stream/delete': { streams: [{ stream_id: 7 }], stream_ids: [7] },
  'stream/update': {
    stream_id: 7,
    name: 'design',
    property: 'description',
    value: 'New',
    rendered_description: '<p>New</p>',
  },
  submessage: { msg_type: 'widget', content: '{}', message_id: 101, sender_id: 12, submessage_id: 1 },
  'subscription/add': { subscriptions: [subscriptionSample] },
  'subscription/peer_add': peers,
  'subscription/peer_remove': peers,
  'subscription/remove': { subscriptions: [{ stream_id: 7, name: 'design' }] },
  'subscription/update': { stream_id: 7, property: 'color', value: '#fae589' },
  'typing/start': typingInChannel,
  'typing/stop': {
    message_type: 'direct',
    sender: { user_id: 11, email: 'user11@chat.example.org' },
    recipients: [{ user_id: 11, email: 'user11@chat.example.org' }],
  },
  'typing_edit_message/start': editing,
  'typing_edit_message/stop': { ...editing, recipient: { type: 'direct', user_ids: [11, 12] } },
  update_message: {
    user_id: 11,
    rendering_only: false,
    message_id: 101,
    message_ids: [101, 102],
    flags: ['read'],
    edit_timestamp: 1_700_000_200,
    stream_name: 'design',
    stream_id: 7,
    propagate_mode: 'change_all',
    orig_subject: 'logo',
    subject: 'logos',
    topic_links: [],
  },
  'update_message_flags/add': { operation: 'add', ...flagged, all: false },
  'update_message_flags/remove': {
    operation: 'remove',
    ...flagged,
    all: false,
    message_details: {
      '101': { type: 'stream', stream_id: 7, topic: 'logos', mentioned: true },
      '102': { type: 'private', user_ids: [] },
    },
  },
  'user_group/add': { group: userGroupSample },
  'user_group/add_members': members,
  'user_group/add_subgroups': subgroups,
  'user_group/remove': { group_id: 21 },
  'user_group/remove_members': members,
  'user_group/remove_subgroups': subgroups,
  'user_group/update': { group_id: 21, data: { deactivated: true } },
  'user_settings/update': { property: 'default_language', value: 'fr', language_name: 'French' },
  user_status: {
    user_id: 12,
    away: false,
    status_text: 'At lunch',
    emoji_name: '',
    emoji_code: '',
    reaction_type: '',
  },
  user_topic: { stream_id: 7, topic_name: 'logos', last_updated: 1_700_000_000, visibility_policy: 3 },
  web_reload_client: { immediate: false },
}

const { flags: _, ...updateMessage } = wireSamples.update_message

/** The same for the log, where its form differs. */
export const canonicalSamples: Partial<Record<EventKindName, Fields>> = {
  message: { message: canonicalMessageSample },
  presence: {
    presences: { '11': { active_timestamp: 1_700_000_000, idle_timestamp: 1_700_000_060 } },
    user_id: 11,
    email: 'user11@chat.example.org',
    server_timestamp: 1_700_000_060.25,
    presence: {
      website: { client: 'website', status: 'active', timestamp: 1_700_000_000, pushable: false },
    },
  },
  'realm_emoji/add': { emoji, realm_emoji: { '6': emoji } },
  'realm_emoji/update_one': { emoji_id: '6', data: { deactivated: true }, realm_emoji: { '6': emoji } },
  'realm_user/add': { person: userSample, stand_in: true },
  'stream/create': { streams: [channelSample], unarchived: true },
  'subscription/add': {
    subscriptions: [subscriptionSample],
    inherited: {
      desktop_notifications: true,
      audible_notifications: true,
      push_notifications: false,
      email_notifications: false,
      wildcard_mentions_notify: true,
    },
    unarchived: true,
    left: true,
  },
  'stream/update': {
    stream_id: 7,
    name: 'plans',
    property: 'name',
    value: 'ideas',
    of_archived_channel: true,
  },
  'subscription/peer_add': { stream_ids: [7], user_ids: [11], unarchived: true },
  update_message: updateMessage,
  'user_group/add': { group: userGroupSample, reactivated: true },
  'user_group/update': { group_id: 21, data: { name: 'interpreters' }, of_deactivated_group: true },
}
