import { beforeAll, describe } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  forms,
  ids,
  number,
  optional,
  proveForms,
  required,
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

const shown = {
  client_gravatar: optional(boolean, true),
  include_custom_profile_fields: optional(boolean, false),
}
/** Ids of nobody are passed over. */
const userIds = (name: string) => ids(name).filter(([sent]) => sent !== '[1,-1]')
const changes = {
  full_name: optional(text),
  role: optional(number(400, 0, 150, -1)),
  profile_data: optional(
    forms(
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
    ),
  ),
  new_email: optional(text),
}
const account = { email: 'x@parley.example', password: 'a tall violet giraffe', full_name: 'New Person' }

describe('Users: the endpoint', () => {
  proveForms(server, () => people.owner, account, {
    'GET /users': { ...shown, user_ids: optional(userIds) },
    'GET /users/:user_id': shown,
    'GET /users/:email': shown,
    'GET /users/me': {},
    'POST /users': { email: required(words()), password: required(text), full_name: required(words()) },
    'PATCH /users/:user_id': changes,
    'PATCH /users/:email': changes,
    'DELETE /users/me': {},
    'DELETE /users/:user_id': {
      actions: optional(
        forms(
          ['', '% is not valid JSON'],
          ['null', '% is not a dict'],
          ['[]', '% is not a dict'],
          ['{"delete_profile":"true"}', '%["delete_profile"] is not a boolean'],
          ['{"delete_profile":null}', '%["delete_profile"] is not a boolean'],
          [
            '{"delete_everything":true}',
            'Argument "delete_everything" at %["delete_everything"] is unexpected',
          ],
        ),
      ),
      deactivation_notification_comment: optional(textUpTo(2000)),
    },
    'POST /users/:user_id/reactivate': {},
    'POST /users/me/avatar': {},
    'DELETE /users/me/avatar': {},
  })
})
