import { beforeEach, describe, expect, it } from 'vitest'
import { systemGroupOn } from '../channels/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { groupAsTold, makeGroup, these } from './support.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const change = (by: Person, id: number, what: Record<string, unknown>) => by.patch(`user_groups/${id}`, what)
const knowing = { client_capabilities: { include_deactivated_groups: true } }

describe('PATCH /user_groups/{id}', () => {
  it('changes what is given, and tells everybody only that', async () => {
    const { ann, ben, guest } = people
    const id = await makeGroup(ann, { name: 'tea' })
    const queues = await Promise.all([ben, guest].map((person) => register(person, ['user_group'])))
    const common = { type: 'user_group', op: 'update', group_id: id }
    await change(ann, id, { name: 'coffee' }).succeeds()
    await change(ann, id, { description: 'Beans.', name: 'coffee' }).succeeds()
    await change(ann, id, {
      can_join_group: { new: these([ben]), old: await systemGroup(ann.id, 'role:nobody') },
      can_leave_group: { new: these([], [await systemGroup(ann.id, 'role:members')]) },
    }).succeeds()
    await change(ann, id, { name: 'coffee', can_join_group: { new: these([ben]) } }).succeeds()
    const members = await systemGroup(ann.id, 'role:members')
    for (const queue of queues) {
      await queue.receives(
        { ...common, data: { name: 'coffee' } },
        { ...common, data: { description: 'Beans.' } },
        { ...common, data: { can_join_group: these([ben]), can_leave_group: members } },
      )
      await queue.replayEqualsFreshRegister()
    }
    expect(await groupAsTold(ann, id)).toMatchObject({
      name: 'coffee',
      description: 'Beans.',
      can_join_group: these([ben]),
      can_leave_group: members,
    })
  })

  it('needs something to change, a group, and values that are right', async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann, { name: 'tea' })
    await makeGroup(ann, { name: 'coffee' })
    const refuse = (what: Record<string, unknown>, message: string | RegExp) =>
      change(ann, id, what).fails('BAD_REQUEST', message)
    await refuse({}, 'Nothing to change')
    await refuse({ name: 'coffee' }, "User group 'coffee' already exists.")
    await refuse({ name: '' }, "User group name can't be empty.")
    await refuse({ name: 'role:tea' }, /must not start with/)
    await refuse(
      { can_join_group: await systemGroup(ann.id, 'role:members') },
      'can_join_group is not a dict',
    )
    await refuse({ can_join_group: {} }, 'can_join_group["new"] field is missing')
    const everyone = await systemGroup(ann.id, 'role:everyone')
    for (const setting of ['can_join_group', 'can_manage_group', 'can_add_members_group']) {
      await refuse(
        { [setting]: { new: everyone } },
        `'${setting}' setting cannot be set to 'role:everyone' group.`,
      )
    }
    await refuse(
      { description: 'new', can_mention_group: { new: await systemGroup(ann.id, 'role:internet') } },
      /role:internet/,
    )
    const body = await change(ann, id, {
      description: 'new',
      can_join_group: { new: these([ann]), old: these([ben]) },
    }).fails('EXPECTATION_MISMATCH')
    expect(body.field_name).toBe('old')
    expect(await groupAsTold(ann, id)).toMatchObject({ name: 'tea', description: '' })
    await change(ann, 2_000_000_000, { name: 'x' }).fails('BAD_REQUEST', 'Invalid user group')
  })

  it('lets a group hold permissions over itself, and groups over each other', async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann, { members: [ben.id] })
    const other = await makeGroup(ann, { can_manage_group: id })
    await change(ann, id, { can_manage_group: { new: these([ann], [id, other]) } }).succeeds()
    await change(ben, id, { description: 'By Ben.' }).succeeds()
    await change(ben, other, { description: 'By Ben, too.' }).succeeds()
  })
})

describe('A deactivated group', () => {
  it('comes back with its members, and is told as new to those who knew only active groups', async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann, { name: 'tea', members: [ben.id] })
    const old = await register(ben, ['user_group'])
    const fresh = await register(ben, ['user_group'], knowing)
    await ann.post(`user_groups/${id}/deactivate`).succeeds()
    await change(ann, id, { name: 'coffee', description: 'Beans.' }).succeeds()
    await change(ann, id, { deactivated: true }).succeeds()
    await change(ann, id, { deactivated: false, name: 'water' }).succeeds()
    await change(ann, id, { deactivated: false }).succeeds()
    const update = { type: 'user_group', op: 'update', group_id: id }
    await fresh.receives(
      { ...update, data: { deactivated: true } },
      { ...update, data: { name: 'coffee', description: 'Beans.' } },
      { ...update, data: { deactivated: false } },
      { ...update, data: { name: 'water' } },
    )
    await old.receives(
      { type: 'user_group', op: 'remove', group_id: id },
      { ...update, data: { description: 'Beans.' } },
      {
        type: 'user_group',
        op: 'add',
        group: expect.objectContaining({ id, name: 'coffee', members: [ben.id], deactivated: false }),
      },
      { ...update, data: { name: 'water' } },
    )
    await fresh.replayEqualsFreshRegister()
    await old.replayEqualsFreshRegister()
  })

  it('keeps its name, and its permissions decide who changes it', async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann, { name: 'tea', can_manage_group: these([ann, ben]) })
    await ann.post(`user_groups/${id}/deactivate`).succeeds()
    await makeGroup(ben, { name: 'coffee' })
    await ben
      .post('user_groups/create', { name: 'tea', description: '', members: [] })
      .fails('BAD_REQUEST', /already exists/)
    await change(people.moderator, id, { deactivated: false }).fails('BAD_REQUEST', 'Insufficient permission')
    await change(ben, id, { deactivated: false }).succeeds()
  })

  it('is no value of a permission, and holds none', async () => {
    const { ann, ben } = people
    const inner = await makeGroup(ann, { members: [ben.id] })
    const id = await makeGroup(ann, { subgroups: [inner], can_manage_group: these([ann], [inner]) })
    await change(ben, id, { description: 'By Ben.' }).succeeds()
    await ann.post(`user_groups/${id}/deactivate`).succeeds()
    await change(ben, id, { description: 'Still by Ben.' }).succeeds()
    await ann.post(`user_groups/${inner}/deactivate`).succeeds()
    await change(ben, id, { description: 'No more.' }).fails('BAD_REQUEST', 'Insufficient permission')
    await change(ann, id, { can_join_group: { new: inner } }).fails(
      'BAD_REQUEST',
      `User group is deactivated: ${inner}`,
    )
    // It is a member still of what contains it, and counts for nothing there.
    await change(ann, id, { deactivated: false }).succeeds()
    expect((await ann.get(`user_groups/${id}/members`).succeeds()).members).toEqual([])
    await change(ann, inner, { deactivated: false }).succeeds()
    expect((await ann.get(`user_groups/${id}/members`).succeeds()).members).toEqual([ben.id])
  })
})
