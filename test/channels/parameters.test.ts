import { beforeAll, describe } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  choiceOrJson,
  forms,
  ids,
  integer,
  optional,
  proveForms,
  required,
  setting,
  settingChange,
  text,
  textUpTo,
  words,
} from '../support/documented-parameters.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const off = optional(boolean, false)
const on = optional(boolean, true)
/** Days, or a word, raw or as JSON. */
const retention = forms(
  ['', 'Invalid message_retention_days'],
  ['never', 'Invalid message_retention_days'],
  ['"never"', 'Invalid message_retention_days'],
  ['null', 'Invalid message_retention_days'],
  ['1.5', 'Invalid message_retention_days'],
  ['true', 'Invalid message_retention_days'],
  ['3000000000', '% is too large'],
)

/** What is no id is no channel’s. */
const anyInteger = integer({ min: -(2 ** 31) })

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

describe('Channels: the endpoint', () => {
  proveForms(
    server,
    () => people.owner,
    { topic_name: 't', name: 'x', subscribers: [], stream_id: 1, stream: 'x', description: '', order: [] },
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
      'GET /streams/:stream_id/email_address': { sender_id: optional(anyInteger) },
      'PATCH /streams/:stream_id': {
        description: optional(textUpTo(1024)),
        new_name: optional(words(60)),
        is_private: optional(boolean),
        is_web_public: optional(boolean),
        history_public_to_subscribers: optional(boolean),
        is_default_stream: optional(boolean),
        message_retention_days: optional(retention),
        default_push_notifications: optional(boolean),
        is_archived: optional(boolean),
        folder_id: optional(
          forms(
            ['', '% is not valid JSON'],
            ['none', '% is not valid JSON'],
            ['"1"', '% is not an integer'],
            ['1.0', '% is not an integer'],
            ['-1', '% is too small'],
            ['3000000000', '% is too large'],
          ),
        ),
        topics_policy: optional(choiceOrJson),
        ...each(optional(settingChange)),
      },
      'POST /streams/:stream_id/delete_topic': { topic_name: required(text) },
      'POST /channels/create': {
        name: required(words(60)),
        subscribers: required(ids),
        description: optional(textUpTo(1024), ''),
        announce: off,
        invite_only: off,
        is_web_public: off,
        is_default_stream: off,
        folder_id: optional(integer()),
        topics_policy: optional(choiceOrJson, 'inherit'),
        history_public_to_subscribers: optional(boolean),
        message_retention_days: optional(retention),
        default_push_notifications: optional(boolean),
        ...each(optional(setting)),
      },
      'POST /default_streams': { stream_id: required(anyInteger) },
      'DELETE /default_streams': { stream_id: required(anyInteger) },
      'GET /get_stream_id': { stream: required(text) },
      'GET /users/me/:stream_id/topics': { allow_empty_topic_name: off },
      'GET /channel_folders': { include_archived: off },
      'POST /channel_folders/create': {
        name: required(words(60)),
        description: required(textUpTo(1024)),
      },
      'PATCH /channel_folders': { order: required(ids) },
      'PATCH /channel_folders/:channel_folder_id': {
        name: optional(words(60)),
        description: optional(textUpTo(1024)),
        is_archived: optional(boolean),
      },
    },
  )
})
