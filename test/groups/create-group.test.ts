import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { setPermissionOn, systemGroupOn } from '../channels/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { groupAsTold, makeGroup, these } from './support.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
const setPermission = setPermissionOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const create = (by: Person, given: Record<string, unknown> = {}) =>
  by.post('user_groups/create', { name: 'designers', description: 'Who draws.', members: [], ...given })

describe('POST /user_groups/create', () => {
  it('makes a group with the declared defaults, which everybody is told of', async () => {
    const { ann, ben, guest } = people
    const queues = await Promise.all([ann, ben, guest].map((person) => register(person, ['user_group'])))
    const inner = await makeGroup(ann)
    for (const queue of queues) await queue.take()
    const { group_id } = await create(ann, {
      members: [ben.id, ann.id, ben.id],
      subgroups: [inner],
    }).succeeds()
    const group = {
      id: group_id,
      name: 'designers',
      description: 'Who draws.',
      date_created: expect.any(Number),
      creator_id: ann.id,
      members: these([ann, ben]).direct_members,
      direct_subgroup_ids: [inner],
      is_system_group: false,
      can_add_members_group: these([ann]),
      can_join_group: await systemGroup(ann.id, 'role:nobody'),
      can_leave_group: await systemGroup(ann.id, 'role:everyone'),
      can_manage_group: these([ann]),
      can_mention_group: await systemGroup(ann.id, 'role:everyone'),
      can_remove_members_group: await systemGroup(ann.id, 'role:nobody'),
      deactivated: false,
    }
    expect(await groupAsTold(ben, group_id)).toEqual(group)
    for (const queue of queues) {
      await queue.receives({ type: 'user_group', op: 'add', group })
      await queue.replayEqualsFreshRegister()
    }
  })

  it('takes the permissions that are given', async () => {
    const { ann, ben } = people
    const moderators = await systemGroup(ann.id, 'role:moderators')
    const inner = await makeGroup(ann)
    const { group_id } = await create(ann, {
      can_manage_group: inner,
      can_join_group: these([ben], [moderators]),
      can_leave_group: { direct_members: [], direct_subgroups: [moderators] },
    }).succeeds()
    expect(await groupAsTold(ann, group_id)).toMatchObject({
      can_manage_group: inner,
      can_join_group: these([ben], [moderators]),
      can_leave_group: moderators,
      can_add_members_group: these([ann]),
    })
  })

  it('needs the organization’s permission, which guests never have', async () => {
    const { owner, moderator, ann, guest, bot } = people
    await create(bot, { name: 'by a bot' }).succeeds()
    await setPermission(ann.id, 'can_create_groups', 'role:moderators')
    await create(ann).fails('BAD_REQUEST', 'Insufficient permission')
    await create(moderator).succeeds()
    await setPermission(ann.id, 'can_create_groups', 'role:everyone')
    await create(guest, { name: 'guests' }).fails('BAD_REQUEST', 'Insufficient permission')
    await setPermission(ann.id, 'can_create_groups', 'role:nobody')
    await create(owner, { name: 'nobody' }).fails('BAD_REQUEST', 'Insufficient permission')
  })

  it('needs a name that is free, short and means nothing else', async () => {
    const { ann } = people
    const refuse = (name: string, message: RegExp | string) =>
      create(ann, { name }).fails('BAD_REQUEST', message)
    await refuse('', "User group name can't be empty.")
    await refuse('  ', "User group name can't be empty.")
    await refuse('x'.repeat(101), 'User group name too long (limit: 100 characters).')
    for (const prefix of ['@', 'role:', 'user:', 'stream:', 'channel:']) {
      await refuse(`${prefix}x`, `User group name must not start with '${prefix}'.`)
    }
    await refuse('a\u0007b', /characters/)
    await create(ann, { name: '🦊'.repeat(100) }).succeeds()
    await create(ann, { name: ' designers ' }).succeeds()
    await refuse('designers', "User group 'designers' already exists.")
    const other = await cast(server)
    await create(other.ann).succeeds()
  })

  it('needs members and subgroups who exist and are active, and names them otherwise', async () => {
    const { ann, ben, organizationId } = people
    const other = await cast(server)
    const gone = await makeGroup(ann)
    await ann.post(`user_groups/${gone}/deactivate`).succeeds()
    await create(ann, { members: [2_000_000_000] }).fails('BAD_REQUEST', 'Invalid user ID: 2000000000')
    await create(ann, { members: [other.ann.id] }).fails('BAD_REQUEST', `Invalid user ID: ${other.ann.id}`)
    await create(ann, { subgroups: [gone] }).fails('BAD_REQUEST', `User group is deactivated: ${gone}`)
    const foreign = await makeGroup(other.ann)
    await create(ann, { subgroups: [foreign] }).fails('BAD_REQUEST', `Invalid user group ID: ${foreign}`)
    const [unnamed] = await server.core.db.query<{ id: number }>(sql`
      SELECT id FROM user_group WHERE kind = 'anonymous' AND organization_id = ${organizationId} LIMIT 1`)
    await create(ann, { subgroups: [unnamed?.id] }).fails('BAD_REQUEST', /Invalid user group ID/)
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${ben.id}`)
    await create(ann, { members: [ben.id] }).fails('BAD_REQUEST', `User is deactivated: ${ben.id}`)
    await create(ann, { members: [3_000_000_000] }).fails('BAD_REQUEST', 'members[0] is too large')
    await create(ann, { members: 'ben' }).fails('BAD_REQUEST', 'members is not valid JSON')
    await ann.post('user_groups/create', { name: 'x', description: '' }).fails('REQUEST_VARIABLE_MISSING')
    await create(ann).succeeds()
  })

  it('tells those in a message who were put into the group by somebody else', async () => {
    const { ann, ben, bot } = people
    const [anns, bens] = [await register(ann, ['message']), await register(ben, ['message'])]
    await create(ann, { members: [ann.id, ben.id, bot.id] }).succeeds()
    const [told] = await bens.takeCount(1)
    expect(told?.message.content).toContain('added you to the group')
    expect(told?.message.content).toContain('designers')
    expect(await anns.take()).toEqual([])
  })

  it('is repeated without making a second group', async () => {
    const { ann } = people
    const headers = { 'idempotency-key': 'once' }
    const body = { name: 'designers', description: '', members: [] }
    const first = await ann.request('POST', 'user_groups/create', body, headers).succeeds()
    expect((await ann.request('POST', 'user_groups/create', body, headers).succeeds()).group_id).toBe(
      first.group_id,
    )
  })
})
