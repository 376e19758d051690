import { beforeAll } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  alias,
  boolean,
  choice,
  integer,
  type ParameterForm,
  particular,
  proveParameters,
  settingChange,
  text,
  wordOrJson,
} from '../support/parameter-forms.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const each = (form: ParameterForm, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, form]))

/** Seconds, or `unlimited`, raw or as JSON; never 0, which would be no limit or no time. */
const limit = particular('unlimited', [
  ['0', '% is too small'],
  ['-1', '% is too small'],
  ['3000000000', '% is too large'],
  ['', 'Invalid %'],
  ['null', 'Invalid %'],
  ['forever', 'Invalid %'],
  ['true', 'Invalid %'],
  ['1.0', 'Invalid %'],
])
/** The old word for ever is taken, too. */
const retention = { ...limit, wrong: limit.wrong.filter(([sent]) => sent !== 'forever') }
const channel = integer(['-2', '% is too small'])

proveParameters(
  {
    'PATCH /realm': {
      name: text({ blank: false, most: 40 }),
      description: text({ most: 1000 }),
      ...each(
        boolean,
        'allow_message_editing',
        'invite_required',
        'emails_restricted_to_domains',
        'disallow_disposable_email_addresses',
        'name_changes_disabled',
        'email_changes_disabled',
        'avatar_changes_disabled',
        'require_unique_names',
        'enable_spectator_access',
        'enable_read_receipts',
        'enable_guest_user_indicator',
        'enable_guest_user_dm_warning',
        'inline_image_preview',
        'inline_url_embed_preview',
        'send_welcome_emails',
        'message_content_allowed_in_email_notifications',
        'digest_emails_enabled',
        'send_channel_events_messages',
        'presence_disabled',
        'want_advertise_in_communities_directory',
        'require_e2ee_push_notifications',
        // The old forms of topics_policy and message_edit_history_visibility_policy.
        'mandatory_topics',
        'allow_edit_history',
      ),
      ...each(
        limit,
        'message_content_edit_limit_seconds',
        'message_content_delete_limit_seconds',
        'move_messages_within_stream_limit_seconds',
        'move_messages_between_streams_limit_seconds',
      ),
      message_retention_days: retention,
      message_edit_history_visibility_policy: wordOrJson('all'),
      topics_policy: wordOrJson('allow_empty_topic'),
      default_avatar_source: wordOrJson('J'),
      waiting_period_threshold: integer(['-1', '% is too small']),
      digest_weekday: integer(['-1', '% is too small'], ['7', '% is too large']),
      media_preview_size: choice(100, '120', '0'),
      video_chat_provider: choice(1, '2', '9'),
      gif_rating_policy: alias(choice(1, '5', '-1'), 'giphy_rating'),
      org_type: choice(0, '5', '1001'),
      welcome_message_custom_text: text({ most: 8000 }),
      default_language: particular('en', [
        ['', 'Invalid %: not a language'],
        ['no such language', 'Invalid %: not a language'],
        ['"en"', 'Invalid %: not a language'],
      ]),
      default_code_block_language: text({ most: 60 }),
      jitsi_server_url: particular('default', [
        ['', 'Invalid %: not a web address'],
        ['meet', 'Invalid %: not a web address'],
        ['ftp://meet.example.com', 'Invalid %: not a web address'],
        ['null', 'Invalid %'],
      ]),
      new_stream_announcements_stream_id: channel,
      signup_announcements_stream_id: channel,
      zulip_update_announcements_stream_id: alias(channel, 'service_update_announcements_stream_id'),
      moderation_request_channel_id: channel,
      authentication_methods: particular('{"Email":true}', [
        ['', '% is not valid JSON'],
        ['Email', '% is not valid JSON'],
        ['null', '% is not a dict'],
        ['["Email"]', '% is not a dict'],
        ['{"Email":"true"}', '%["Email"] is not a boolean'],
        ['{"Email":null}', '%["Email"] is not a boolean'],
      ]),
      ...each(
        settingChange,
        'create_multiuse_invite_group',
        'can_access_all_users_group',
        'can_add_custom_emoji_group',
        'can_add_subscribers_group',
        'can_create_bots_group',
        'can_create_write_only_bots_group',
        'can_create_groups',
        'can_create_private_channel_group',
        'can_create_public_channel_group',
        'can_create_web_public_channel_group',
        'can_delete_any_message_group',
        'can_delete_own_message_group',
        'can_invite_users_group',
        'can_manage_all_groups',
        'can_manage_billing_group',
        'can_mention_many_users_group',
        'can_move_messages_between_channels_group',
        'can_move_messages_between_topics_group',
        'can_resolve_topics_group',
        'can_set_delete_message_policy_group',
        'can_set_topics_policy_group',
        'can_summarize_topics_group',
        'direct_message_initiator_group',
        'direct_message_permission_group',
        'workplace_users_group',
      ),
    },
    'DELETE /realm/icon': {},
  },
  () => people.owner,
)
