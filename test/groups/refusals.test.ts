import { beforeAll, describe, it } from 'vitest'
import { systemGroupOn } from '../channels/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { expectRefusals, type Refused, type RefusedRow } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { makeGroup, these } from './support.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
const NOBODY = 2_000_000_000
let people: Cast
let foreign: Cast
/** Ann's; `inner` is part of `outer`. */
let inner: number
let outer: number
let elsewhere: number
let members: number

beforeAll(async () => {
  people = await cast(server)
  foreign = await cast(server)
  inner = await makeGroup(people.ann, { name: 'inner' })
  outer = await makeGroup(people.ann, { name: 'outer', subgroups: [inner] })
  elsewhere = await makeGroup(foreign.ann, { name: 'elsewhere' })
  members = await systemGroup(people.ann.id, 'role:members')
})

type Doors = Pick<Refused, 'rest' | 'graphql'>

const change = (id: number, parameters: Record<string, unknown>, input: Record<string, unknown>): Doors => ({
  rest: ['PATCH', `user_groups/${id}`, parameters],
  graphql: ['updateUserGroup', 'UpdateUserGroupInput', { databaseId: id, ...input }],
})
const changeMembers = (
  id: number,
  parameters: Record<string, unknown>,
  input: Record<string, unknown>,
): Doors => ({
  rest: ['POST', `user_groups/${id}/members`, parameters],
  graphql: ['changeUserGroupMembers', 'ChangeUserGroupMembersInput', { databaseId: id, ...input }],
})
const deactivate = (id: number): Doors => ({
  rest: ['POST', `user_groups/${id}/deactivate`],
  graphql: ['deactivateUserGroup', 'DeactivateUserGroupInput', { databaseId: id }],
})
const describeAs = (name: string) => [{ description: name }, { description: name }] as const

/** A group that does not exist, and one of another organization. */
const nowhere = (by: Person, ask: (id: number) => Doors): RefusedRow[] =>
  [NOBODY, elsewhere].map((id) => ({
    what: `group ${id}`,
    by,
    answered: { msg: 'Invalid user group' },
    ...ask(id),
  }))

describe('In the words of the reference are refused', () => {
  it('reading groups', async () => {
    const { ann, guest } = people
    const group = (fields: string) => `query ($id: Int!) { userGroup(databaseId: $id) { ${fields} } }`
    await expectRefusals(server, [
      ...nowhere(ann, (id) => ({
        rest: ['GET', `user_groups/${id}/members`],
        graphql: [group('name'), { id }],
      })),
      ...nowhere(ann, (id) => ({ rest: ['GET', `user_groups/${id}/subgroups`] })),
      ...nowhere(ann, (id) => ({ rest: ['GET', `user_groups/${id}/members/${ann.id}`] })),
      ...[NOBODY, foreign.ann.id].map((id) => ({
        what: 'whether nobody is a member',
        by: ann,
        rest: ['GET', `user_groups/${inner}/members/${id}`] as const,
        answered: { msg: 'No such user' },
      })),
      {
        what: 'the list, to guests',
        by: guest,
        rest: ['GET', 'user_groups'],
        answered: { msg: 'Not allowed for guest users' },
      },
    ])
  })

  it('POST /user_groups/create', async () => {
    const { ann, guest } = people
    const create = (
      name: string,
      more: Record<string, unknown> = {},
      input: Record<string, unknown> = {},
      ids: readonly number[] = [],
    ): Doors => ({
      rest: ['POST', 'user_groups/create', { name, description: '', members: ids, ...more }],
      graphql: [
        'createUserGroup',
        'CreateUserGroupInput',
        { name, description: '', memberDatabaseIds: ids, ...input },
      ],
    })
    await expectRefusals(server, [
      ...[NOBODY, foreign.ann.id].map((id) => ({
        what: 'a member who is nobody',
        by: ann,
        ...create('new', {}, {}, [id]),
        answered: { msg: `Invalid user ID: ${id}` },
      })),
      ...[NOBODY, elsewhere].map((id) => ({
        what: 'no subgroup',
        by: ann,
        ...create('new', { subgroups: [id] }, { subgroupDatabaseIds: [id] }),
        answered: { msg: `Invalid user group ID: ${id}` },
      })),
      {
        what: 'a name in use',
        by: ann,
        ...create('inner'),
        answered: { msg: "User group 'inner' already exists." },
      },
      { what: 'no name', by: ann, ...create(' '), answered: { msg: "User group name can't be empty." } },
      {
        what: 'a long name',
        by: ann,
        ...create('x'.repeat(101)),
        answered: { msg: 'User group name too long (limit: 100 characters).' },
      },
      ...['@', 'role:', 'user:', 'stream:', 'channel:'].map((prefix) => ({
        what: `a name that begins with ${prefix}`,
        by: ann,
        ...create(`${prefix}x`),
        answered: { msg: `User group name must not start with '${prefix}'.` },
      })),
      { what: 'by a guest', by: guest, ...create('guests'), answered: { msg: 'Insufficient permission' } },
      {
        what: 'everyone managing it',
        by: ann,
        ...create(
          'new',
          { can_manage_group: await systemGroup(ann.id, 'role:everyone') },
          { canManageGroup: await systemGroup(ann.id, 'role:everyone') },
        ),
        answered: { msg: "'can_manage_group' setting cannot be set to 'role:everyone' group." },
      },
      {
        what: 'the whole internet mentioning it',
        by: ann,
        ...create(
          'new',
          { can_mention_group: await systemGroup(ann.id, 'role:internet') },
          { canMentionGroup: await systemGroup(ann.id, 'role:internet') },
        ),
        answered: { msg: "'can_mention_group' setting cannot be set to 'role:internet' group." },
      },
    ])
  })

  it('PATCH /user_groups/{user_group_id}', async () => {
    const { owner, ann, ben } = people
    await expectRefusals(server, [
      ...nowhere(ann, (id) => change(id, ...describeAs('new'))),
      {
        what: 'a system group',
        by: owner,
        ...change(members, ...describeAs('new')),
        answered: { msg: 'Insufficient permission' },
      },
      {
        what: 'by who does not manage it',
        by: ben,
        ...change(inner, ...describeAs('new')),
        answered: { msg: 'Insufficient permission' },
      },
      { what: 'nothing', by: ann, ...change(inner, {}, {}), answered: { msg: 'Nothing to change' } },
      {
        what: 'a name in use',
        by: ann,
        ...change(inner, { name: 'outer' }, { name: 'outer' }),
        answered: { msg: "User group 'outer' already exists." },
      },
      {
        what: 'another value than the old one',
        by: ann,
        ...change(
          inner,
          { can_join_group: { new: members, old: these([ben]) } },
          { canJoinGroup: { new: members, old: these([ben]) } },
        ),
        answered: {
          msg: "'can_join_group' has another value than 'old' says.",
          code: 'EXPECTATION_MISMATCH',
          field_name: 'old',
        },
      },
    ])
  })

  it('POST /user_groups/{user_group_id}/members and /subgroups', async () => {
    const { owner, ann, ben, guest } = people
    await expectRefusals(server, [
      ...nowhere(ann, (id) => changeMembers(id, { add: [ann.id] }, { addUserDatabaseIds: [ann.id] })),
      ...nowhere(ann, (id) => ({ rest: ['POST', `user_groups/${id}/subgroups`, { add: [inner] }] })),
      {
        what: 'members of a system group',
        by: owner,
        ...changeMembers(members, { add: [ann.id] }, { addUserDatabaseIds: [ann.id] }),
        answered: { msg: 'Insufficient permission' },
      },
      {
        what: 'nothing',
        by: ann,
        ...changeMembers(inner, {}, {}),
        answered: { msg: 'Nothing to add and nothing to remove' },
      },
      {
        what: 'nothing in empty lists',
        by: ann,
        ...changeMembers(
          inner,
          { add: [], delete: [], add_subgroups: [], delete_subgroups: [] },
          { addUserDatabaseIds: [], removeUserDatabaseIds: [] },
        ),
        answered: { msg: 'Nothing to add and nothing to remove' },
      },
      {
        what: 'no subgroups',
        by: ann,
        rest: ['POST', `user_groups/${inner}/subgroups`],
        answered: { msg: 'Nothing to add and nothing to remove' },
      },
      {
        what: 'who is nobody',
        by: ann,
        ...changeMembers(inner, { add: [NOBODY] }, { addUserDatabaseIds: [NOBODY] }),
        answered: { msg: `Invalid user ID: ${NOBODY}` },
      },
      {
        what: 'who is no member',
        by: ann,
        ...changeMembers(inner, { delete: [ben.id] }, { removeUserDatabaseIds: [ben.id] }),
        answered: { msg: `User ${ben.id} is not a member of this group` },
      },
      {
        what: 'what is a subgroup already',
        by: ann,
        ...changeMembers(outer, { add_subgroups: [inner] }, { addSubgroupDatabaseIds: [inner] }),
        answered: { msg: `User group ${inner} is already a subgroup of this group` },
      },
      {
        what: 'what is no subgroup',
        by: ann,
        ...changeMembers(inner, { delete_subgroups: [outer] }, { removeSubgroupDatabaseIds: [outer] }),
        answered: { msg: `User group ${outer} is not a subgroup of this group` },
      },
      {
        what: 'a circle',
        by: ann,
        ...changeMembers(inner, { add_subgroups: [outer] }, { addSubgroupDatabaseIds: [outer] }),
        answered: { msg: `User group ${outer} contains this group: groups can't contain themselves.` },
      },
      {
        what: 'joining by who may not',
        by: ben,
        ...changeMembers(inner, { add: [ben.id] }, { addUserDatabaseIds: [ben.id] }),
        answered: { msg: 'Insufficient permission' },
      },
      {
        what: 'by a guest',
        by: guest,
        ...changeMembers(inner, { add: [guest.id] }, { addUserDatabaseIds: [guest.id] }),
        answered: { msg: 'Insufficient permission' },
      },
    ])
  })

  it('POST /user_groups/{user_group_id}/deactivate', async () => {
    const { owner, ann, ben } = people
    const { id: channelId } = await ann
      .post('channels/create', { name: 'Uses it', subscribers: [], can_send_message_group: inner })
      .succeeds()
    const manager = await makeGroup(ann, { name: 'manager', can_leave_group: inner })
    await owner.patch('realm', { can_create_groups: { new: these([ann], [inner]) } }).succeeds()
    await expectRefusals(server, [
      ...nowhere(ann, deactivate),
      {
        what: 'a system group',
        by: owner,
        ...deactivate(members),
        answered: { msg: 'Insufficient permission' },
      },
      {
        what: 'by who does not manage it',
        by: ben,
        ...deactivate(inner),
        answered: { msg: 'Insufficient permission' },
      },
      {
        what: 'one in use',
        by: ann,
        ...deactivate(inner),
        answered: {
          msg: 'A user group that is in use cannot be deactivated.',
          code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
          objections: [
            { type: 'subgroup', supergroup_ids: [outer] },
            { type: 'channel', channel_id: channelId, settings: ['can_send_message_group'] },
            { type: 'user_group', group_id: manager, settings: ['can_leave_group'] },
            { type: 'realm', settings: ['can_create_groups'] },
          ],
        },
      },
    ])
    await ann.post(`user_groups/${outer}/deactivate`).succeeds()
    await expectRefusals(server, [
      { what: 'one twice', by: ann, ...deactivate(outer), answered: { msg: 'User group is deactivated' } },
    ])
  })
})
