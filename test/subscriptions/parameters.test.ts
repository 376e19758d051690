import { beforeAll, describe } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  choice,
  choiceOrJson,
  forms,
  integer,
  number,
  optional,
  proveForms,
  required,
  setting,
  strings,
  text,
  textUpTo,
} from '../support/documented-parameters.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const off = optional(boolean, false)
/** Ids or addresses, all of one kind. */
const principals = forms(
  ['', '% is not valid JSON'],
  ['ann', '% is not valid JSON'],
  ['null', '% is not a list'],
  ['1', '% is not a list'],
  ['{}', '% is not a list'],
  ['[null]', '%[0] is not an integer'],
  ['[-1]', '%[0] is too small'],
  ['[3000000000]', '%[0] is too large'],
)
const newName = [
  ['[{"name":" "}]', '%[0]["name"] cannot be blank'],
  [`[{"name":"${'x'.repeat(61)}"}]`, '%[0]["name"] is too long (limit: 60 characters)'],
  ['[{"name":1}]', '%[0]["name"] is not a string'],
  ['[{"name":"a","description":null}]', '%[0]["description"] is not a string'],
  [
    `[{"name":"a","description":"${'x'.repeat(1025)}"}]`,
    '%[0]["description"] is too long (limit: 1024 characters)',
  ],
  ['[{"name":"a","stream_id":1}]', 'Argument "stream_id" at %[0]["stream_id"] is unexpected'],
  ['[{"description":"a"}]', '%[0]["name"] field is missing'],
  ['["a"]', '%[0] is not a dict'],
  ['{"name":"a"}', '% is not a list'],
  ['null', '% is not a list'],
  ['general', '% is not valid JSON'],
  ['', '% is not valid JSON'],
] as const

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

describe('Subscriptions, topics and muted users: the endpoint', () => {
  proveForms(
    server,
    () => people.owner,
    {
      subscriptions: [],
      subscription_data: [],
      property: 'color',
      value: '#123456',
      stream_id: 1,
      topic: 't',
      visibility_policy: 1,
      op: 'add',
    },
    {
      'GET /users/me/subscriptions': {
        include_subscribers: optional(choice('partial'), 'false'),
      },
      'POST /users/me/subscriptions': {
        subscriptions: required(forms(...newName)),
        principals: optional(principals),
        authorization_errors_fatal: optional(boolean, true),
        announce: off,
        send_new_subscription_messages: optional(boolean, true),
        invite_only: off,
        is_web_public: off,
        is_default_stream: off,
        history_public_to_subscribers: optional(boolean),
        message_retention_days: optional(
          forms(
            ['', 'Invalid %'],
            ['null', 'Invalid %'],
            ['"soon"', 'Invalid %'],
            ['3000000000', '% is too large'],
          ),
        ),
        default_push_notifications: optional(boolean),
        topics_policy: optional(choiceOrJson, 'inherit'),
        ...Object.fromEntries(permissions.map((name) => [name, optional(setting)])),
        folder_id: optional(integer()),
      },
      'PATCH /users/me/subscriptions': {
        delete: optional(strings, []),
        add: optional(
          forms(
            ...newName,
            ['[{"name":"a","color":"blue"}]', 'Invalid %[0]["color"]: not a hexadecimal color code'],
            ['[{"name":"a","color":null}]', '%[0]["color"] is not a string'],
          ),
          [],
        ),
      },
      'DELETE /users/me/subscriptions': {
        subscriptions: required(strings, 'streams'),
        principals: optional(principals),
      },
      'POST /users/me/subscriptions/properties': {
        subscription_data: required(
          forms(
            ['', '% is not valid JSON'],
            ['null', '% is not a list'],
            ['{}', '% is not a list'],
            ['[1]', '%[0] is not a dict'],
            ['[{"stream_id":1,"value":true}]', '%[0]["property"] field is missing'],
            ['[{"stream_id":1,"property":"volume","value":true}]', 'Invalid %[0]["property"]'],
            ['[{"stream_id":1,"property":"is_muted","value":"true"}]', '%[0]["value"] is not a boolean'],
            ['[{"stream_id":1,"property":"is_muted","value":null}]', '%[0]["value"] is not a boolean'],
            [
              '[{"stream_id":1,"property":"color","value":"blue"}]',
              'Invalid %[0]["value"]: not a hexadecimal color code',
            ],
          ),
        ),
      },
      'PATCH /users/me/subscriptions/:stream_id': {
        property: required(choice('color', 'is_muted')),
        value: required(
          forms(
            ['true', '% is not a string'],
            ['', 'Invalid %: not a hexadecimal color code'],
            ['1', '% is not a boolean or a string'],
            ['null', '% is not a boolean or a string'],
          ),
        ),
      },
      'GET /users/:user_id/subscriptions/:stream_id': {},
      'GET /users/:user_id/channels': {},
      'POST /user_topics': {
        stream_id: required(integer()),
        topic: required(textUpTo(60)),
        visibility_policy: required(number(1, 4, -1)),
      },
      'PATCH /users/me/subscriptions/muted_topics': {
        stream_id: optional(integer()),
        stream: optional(text),
        topic: required(textUpTo(60)),
        op: required(choice('add', 'remove')),
      },
      'POST /users/me/muted_users/:muted_user_id': {},
      'DELETE /users/me/muted_users/:muted_user_id': {},
    },
  )
})
