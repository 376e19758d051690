import { beforeAll } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  defaulting,
  ids,
  proveParameters,
  required,
  setting,
  settingChange,
  text,
} from '../support/parameter-forms.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const off = defaulting(boolean, false)
const permissions = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
]
const each = <Form>(form: Form) => Object.fromEntries(permissions.map((name) => [name, form]))

proveParameters(
  {
    'POST /user_groups/create': {
      name: required(text()),
      description: required(text()),
      members: required(ids),
      subgroups: ids,
      ...each(setting),
    },
    'GET /user_groups': { include_deactivated_groups: off },
    'PATCH /user_groups/:user_group_id': {
      name: text(),
      description: text(),
      ...each(settingChange),
      deactivated: boolean,
    },
    'POST /user_groups/:user_group_id/deactivate': {},
    'POST /user_groups/:user_group_id/members': {
      add: ids,
      delete: ids,
      add_subgroups: ids,
      delete_subgroups: ids,
    },
    'GET /user_groups/:user_group_id/members': { direct_member_only: off },
    'GET /user_groups/:user_group_id/members/:user_id': { direct_member_only: off },
    'POST /user_groups/:user_group_id/subgroups': { add: ids, delete: ids },
    'GET /user_groups/:user_group_id/subgroups': { direct_subgroup_only: off },
  },
  () => people.owner,
)
