import { beforeAll } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  choice,
  defaulting,
  ids,
  particular,
  proveParameters,
  required,
  text,
} from '../support/parameter-forms.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const shown = {
  client_gravatar: defaulting(boolean, true),
  include_custom_profile_fields: defaulting(boolean, false),
}
const changes = {
  full_name: text(),
  role: choice(400, '0', '150', '-1'),
  profile_data: particular('[]', [
    ['', '% is not valid JSON'],
    ['null', '% is not a list'],
    ['{}', '% is not a list'],
    ['[1]', '%[0] is not a dict'],
    ['[{"value":"a"}]', '%[0]["id"] field is missing'],
    ['[{"id":1}]', '%[0]["value"] field is missing'],
    ['[{"id":"1","value":"a"}]', '%[0]["id"] is not an integer'],
    ['[{"id":-1,"value":"a"}]', '%[0]["id"] is too small'],
    ['[{"id":3000000000,"value":"a"}]', '%[0]["id"] is too large'],
    ['[{"id":1,"value":"a","more":1}]', 'Argument "more" at %[0]["more"] is unexpected'],
  ]),
  new_email: text(),
}

/** Ids of nobody are passed over. */
const userIds = { ...ids, wrong: ids.wrong.filter(([sent]) => sent !== '[-1]') }

proveParameters(
  {
    'GET /users': { ...shown, user_ids: userIds },
    'GET /users/:user_id': shown,
    'GET /users/:email': shown,
    'GET /users/me': {},
    'POST /users': {
      email: required(text({ blank: false })),
      password: required(text()),
      full_name: required(text({ blank: false })),
    },
    'PATCH /users/:user_id': changes,
    'PATCH /users/:email': changes,
    'DELETE /users/me': {},
    'DELETE /users/:user_id': {
      actions: particular('{}', [
        ['', '% is not valid JSON'],
        ['null', '% is not a dict'],
        ['[]', '% is not a dict'],
        ['{"delete_profile":"true"}', '%["delete_profile"] is not a boolean'],
        ['{"delete_profile":null}', '%["delete_profile"] is not a boolean'],
        [
          '{"delete_everything":true}',
          'Argument "delete_everything" at %["delete_everything"] is unexpected',
        ],
      ]),
      deactivation_notification_comment: text({ most: 2000 }),
    },
    'POST /users/:user_id/reactivate': {},
    'POST /users/me/avatar': {},
    'DELETE /users/me/avatar': {},
  },
  () => people.owner,
)
