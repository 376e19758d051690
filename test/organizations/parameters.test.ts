import { beforeAll, describe } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  choiceOrJson,
  forms,
  integer,
  number,
  optional,
  proveForms,
  settingChange,
  textUpTo,
  words,
} from '../support/documented-parameters.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const each = (form: ReturnType<typeof optional>, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, form]))

/** Seconds, or `unlimited`, raw or as JSON; never 0, which would be no limit or no time. */
const limit = forms(
  ['0', '% is too small'],
  ['-1', '% is too small'],
  ['3000000000', '% is too large'],
  ['', 'Invalid %'],
  ['null', 'Invalid %'],
  ['forever', 'Invalid %'],
  ['true', 'Invalid %'],
  ['1.0', 'Invalid %'],
)
/** The old word for ever is taken, too. */
const retention = (name: string) => limit(name).filter(([sent]) => sent !== 'forever')
const channel = optional(integer({ min: -1 }))

describe('The organization: the endpoint', () => {
  proveForms(
    server,
    () => people.owner,
    {},
    {
      'PATCH /realm': {
        name: optional(words(40)),
        description: optional(textUpTo(1000)),
        ...each(
          optional(boolean),
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
          optional(limit),
          'message_content_edit_limit_seconds',
          'message_content_delete_limit_seconds',
          'move_messages_within_stream_limit_seconds',
          'move_messages_between_streams_limit_seconds',
        ),
        message_retention_days: optional(retention),
        message_edit_history_visibility_policy: optional(choiceOrJson),
        topics_policy: optional(choiceOrJson),
        default_avatar_source: optional(choiceOrJson),
        waiting_period_threshold: optional(integer()),
        digest_weekday: optional(integer({ max: 6 })),
        media_preview_size: optional(number(100, 120, 0)),
        video_chat_provider: optional(number(1, 2, 9)),
        gif_rating_policy: optional(number(1, 5, -1), undefined, 'giphy_rating'),
        org_type: optional(number(0, 5, 1001)),
        welcome_message_custom_text: optional(textUpTo(8000)),
        default_language: optional(
          forms(
            ['', 'Invalid %: not a language'],
            ['no such language', 'Invalid %: not a language'],
            ['"en"', 'Invalid %: not a language'],
          ),
        ),
        default_code_block_language: optional(textUpTo(60)),
        jitsi_server_url: optional(
          forms(
            ['', 'Invalid %: not a web address'],
            ['meet', 'Invalid %: not a web address'],
            ['ftp://meet.example.com', 'Invalid %: not a web address'],
            ['null', 'Invalid %'],
          ),
        ),
        new_stream_announcements_stream_id: channel,
        signup_announcements_stream_id: channel,
        zulip_update_announcements_stream_id: optional(
          integer({ min: -1 }),
          undefined,
          'service_update_announcements_stream_id',
        ),
        moderation_request_channel_id: channel,
        authentication_methods: optional(
          forms(
            ['', '% is not valid JSON'],
            ['Email', '% is not valid JSON'],
            ['null', '% is not a dict'],
            ['["Email"]', '% is not a dict'],
            ['{"Email":"true"}', '%["Email"] is not a boolean'],
            ['{"Email":null}', '%["Email"] is not a boolean'],
          ),
        ),
        ...each(
          optional(settingChange),
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
  )
})
