import { beforeAll } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  defaulting,
  ids,
  integer,
  particular,
  proveParameters,
  required,
  setting,
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

const off = defaulting(boolean, false)
const on = defaulting(boolean, true)
/** Days, or a word, raw or as JSON. */
const retention = particular('realm_default', [
  ['', 'Invalid message_retention_days'],
  ['never', 'Invalid message_retention_days'],
  ['"never"', 'Invalid message_retention_days'],
  ['null', 'Invalid message_retention_days'],
  ['1.5', 'Invalid message_retention_days'],
  ['true', 'Invalid message_retention_days'],
  ['3000000000', '% is too large'],
])

const permissions = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
]
const each = <Form>(form: Form) => Object.fromEntries(permissions.map((name) => [name, form]))

proveParameters(
  {
    'GET /streams': {
      include_public: on,
      include_web_public: off,
      include_subscribed: on,
      exclude_archived: on,
      include_all_active: off,
      include_all: off,
      include_default: off,
      include_owner_subscribed: off,
      include_can_access_content: off,
    },
    'GET /streams/:stream_id': {},
    'DELETE /streams/:stream_id': {},
    'GET /streams/:stream_id/members': {},
    'GET /streams/:stream_id/email_address': { sender_id: integer() },
    'PATCH /streams/:stream_id': {
      description: text({ most: 1024 }),
      new_name: text({ blank: false, most: 60 }),
      is_private: boolean,
      is_web_public: boolean,
      history_public_to_subscribers: boolean,
      is_default_stream: boolean,
      message_retention_days: retention,
      default_push_notifications: boolean,
      is_archived: boolean,
      folder_id: particular('null', [
        ['', '% is not valid JSON'],
        ['none', '% is not valid JSON'],
        ['"1"', '% is not an integer'],
        ['1.0', '% is not an integer'],
        ['-1', '% is too small'],
        ['3000000000', '% is too large'],
      ]),
      topics_policy: wordOrJson('inherit'),
      ...each(settingChange),
    },
    'POST /streams/:stream_id/delete_topic': { topic_name: required(text()) },
    'POST /channels/create': {
      name: required(text({ blank: false, most: 60 })),
      subscribers: required(ids),
      description: defaulting(text({ most: 1024 }), ''),
      announce: off,
      invite_only: off,
      is_web_public: off,
      is_default_stream: off,
      folder_id: integer(['-1', '% is too small']),
      topics_policy: defaulting(wordOrJson('inherit'), 'inherit'),
      history_public_to_subscribers: boolean,
      message_retention_days: retention,
      default_push_notifications: boolean,
      ...each(setting),
    },
    'POST /default_streams': { stream_id: required(integer()) },
    'DELETE /default_streams': { stream_id: required(integer()) },
    'GET /get_stream_id': { stream: required(text()) },
    'GET /users/me/:stream_id/topics': { allow_empty_topic_name: off },
    'GET /channel_folders': { include_archived: off },
    'POST /channel_folders/create': {
      name: required(text({ blank: false, most: 60 })),
      description: required(text({ most: 1024 })),
    },
    'PATCH /channel_folders': { order: required(ids) },
    'PATCH /channel_folders/:channel_folder_id': {
      name: text({ blank: false, most: 60 }),
      description: text({ most: 1024 }),
      is_archived: boolean,
    },
  },
  () => people.owner,
)
