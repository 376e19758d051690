import { beforeAll, describe } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  ids,
  optional,
  proveForms,
  required,
  setting,
  settingChange,
  text,
} from '../support/documented-parameters.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const off = optional(boolean, false)
const permissions = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
]
const each = <Form>(form: Form) => Object.fromEntries(permissions.map((name) => [name, form]))

describe('Groups: the endpoint', () => {
  proveForms(
    server,
    () => people.owner,
    { name: 'x', description: '', members: [] },
    {
      'POST /user_groups/create': {
        name: required(text),
        description: required(text),
        members: required(ids),
        subgroups: optional(ids),
        ...each(optional(setting)),
      },
      'GET /user_groups': { include_deactivated_groups: off },
      'PATCH /user_groups/:user_group_id': {
        name: optional(text),
        description: optional(text),
        ...each(optional(settingChange)),
        deactivated: optional(boolean),
      },
      'POST /user_groups/:user_group_id/deactivate': {},
      'POST /user_groups/:user_group_id/members': {
        add: optional(ids),
        delete: optional(ids),
        add_subgroups: optional(ids),
        delete_subgroups: optional(ids),
      },
      'GET /user_groups/:user_group_id/members': { direct_member_only: off },
      'GET /user_groups/:user_group_id/members/:user_id': { direct_member_only: off },
      'POST /user_groups/:user_group_id/subgroups': { add: optional(ids), delete: optional(ids) },
      'GET /user_groups/:user_group_id/subgroups': { direct_subgroup_only: off },
    },
  )
})
