import sql from 'sql-template-tag'
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

const change = (by: Person, id: number, what: Record<string, unknown>) =>
  by.post(`user_groups/${id}/members`, what)
const changeSubgroups = (by: Person, id: number, what: Record<string, unknown>) =>
  by.post(`user_groups/${id}/subgroups`, what)
const deactivateUser = (person: Person) =>
  server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${person.id}`)

describe('POST /user_groups/{id}/members', () => {
  it('adds and removes members and subgroups at once, and tells everybody', async () => {
    const { ann, ben, bot, guest } = people
    const [inner, other] = [await makeGroup(ann), await makeGroup(ann)]
    const id = await makeGroup(ann, {
      members: [ben.id],
      subgroups: [inner],
      can_remove_members_group: these([ann]),
    })
    const queues = await Promise.all([ben, guest].map((person) => register(person, ['user_group'])))
    await change(ann, id, {
      add: [bot.id, ann.id, bot.id],
      delete: [ben.id],
      add_subgroups: [other],
      delete_subgroups: [inner],
    }).succeeds()
    const common = { type: 'user_group', group_id: id }
    for (const queue of queues) {
      await queue.receives(
        { ...common, op: 'add_members', user_ids: these([ann, bot]).direct_members },
        { ...common, op: 'remove_members', user_ids: [ben.id] },
        { ...common, op: 'add_subgroups', direct_subgroup_ids: [other] },
        { ...common, op: 'remove_subgroups', direct_subgroup_ids: [inner] },
      )
      await queue.replayEqualsFreshRegister()
    }
    expect(await groupAsTold(ann, id)).toMatchObject({
      members: these([ann, bot]).direct_members,
      direct_subgroup_ids: [other],
    })
  })

  it('refuses to add who is there, to remove who is not, and to do nothing; and changes nothing then', async () => {
    const { ann, ben, moderator } = people
    const inner = await makeGroup(ann)
    const id = await makeGroup(ann, { members: [ben.id] })
    const queue = await register(ann, ['user_group'])
    const refuse = (what: Record<string, unknown>, message: string | RegExp) =>
      change(ann, id, what).fails('BAD_REQUEST', message)
    await refuse({}, 'Nothing to add and nothing to remove')
    await refuse({ add: [], delete: [] }, 'Nothing to add and nothing to remove')
    await refuse({ add: [moderator.id, ben.id] }, `User ${ben.id} is already a member of this group`)
    await refuse({ add: [moderator.id], delete: [ann.id] }, `User ${ann.id} is not a member of this group`)
    await refuse({ add: [ann.id], delete_subgroups: [inner] }, `User group ${inner} is not a subgroup`)
    await refuse({ add: [2_000_000_000] }, 'Invalid user ID: 2000000000')
    await refuse({ delete_subgroups: [2_000_000_000] }, 'Invalid user group ID: 2000000000')
    await deactivateUser(ben)
    await refuse({ delete: [ben.id] }, `User is deactivated: ${ben.id}`)
    await deactivateUser(moderator)
    await refuse({ add: [moderator.id] }, `User is deactivated: ${moderator.id}`)
    expect(await queue.take()).toEqual([])
    expect(await groupAsTold(ann, id)).toMatchObject({ members: [] })
    await change(ann, 2_000_000_000, { add: [ann.id] }).fails('BAD_REQUEST', 'Invalid user group')
    await change(ann, id, { add: 'all' }).fails('BAD_REQUEST', 'add is not valid JSON')
  })

  it('edits deactivated groups', async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann)
    await ann.post(`user_groups/${id}/deactivate`).succeeds()
    await change(ann, id, { add: [ben.id] }).succeeds()
    expect((await ann.get(`user_groups/${id}/members`).succeeds()).members).toEqual([ben.id])
  })

  it('tells those in a message who were added or removed by somebody else', async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann, {
      name: 'tea',
      can_join_group: these([ben]),
      can_remove_members_group: these([ann]),
    })
    const queue = await register(ben, ['message'])
    await change(ann, id, { add: [ben.id] }).succeeds()
    await change(ann, id, { delete: [ben.id] }).succeeds()
    await change(ben, id, { add: [ben.id] }).succeeds()
    const told = await queue.takeCount(2)
    expect(told.map(({ message }) => message.content)).toEqual([
      expect.stringMatching(/Ann Lee.*added you to the group/s),
      expect.stringMatching(/Ann Lee.*removed you from the group/s),
    ])
    expect(await queue.take()).toEqual([])
  })
})

describe('POST /user_groups/{id}/subgroups', () => {
  it('adds and removes subgroups, system groups too', async () => {
    const { ann, moderator } = people
    const id = await makeGroup(ann, { can_remove_members_group: these([ann]) })
    const moderators = await systemGroup(ann.id, 'role:moderators')
    await changeSubgroups(ann, id, { add: [moderators] }).succeeds()
    expect((await ann.get(`user_groups/${id}/members`).succeeds()).members).toContain(moderator.id)
    await changeSubgroups(ann, id, { delete: [moderators] }).succeeds()
    expect((await ann.get(`user_groups/${id}/members`).succeeds()).members).toEqual([])
    await changeSubgroups(ann, id, {}).fails('BAD_REQUEST', 'Nothing to add and nothing to remove')
  })

  it('refuses circles, of one group, two and more', async () => {
    const { ann } = people
    const ids: number[] = []
    for (let i = 0; i < 4; i++) ids.push(await makeGroup(ann, { subgroups: ids.slice(-1) }))
    const [first = -1, , , last = -1] = ids
    await changeSubgroups(ann, first, { add: [first] }).fails('BAD_REQUEST', /can't contain themselves/)
    for (const outer of ids.slice(1)) {
      await changeSubgroups(ann, first, { add: [outer] }).fails('BAD_REQUEST', /can't contain themselves/)
    }
    await changeSubgroups(ann, last, { add: [first] }).succeeds()
  })

  it('refuses deactivated groups as subgroups', async () => {
    const { ann } = people
    const [id, gone] = [await makeGroup(ann), await makeGroup(ann)]
    await ann.post(`user_groups/${gone}/deactivate`).succeeds()
    await changeSubgroups(ann, id, { add: [gone] }).fails('BAD_REQUEST', `User group is deactivated: ${gone}`)
  })
})

describe('What a group contains', () => {
  it('is told directly or at any depth', async () => {
    const { ann, ben, moderator, guest } = people
    const inner = await makeGroup(ann, { members: [ben.id] })
    const middle = await makeGroup(ann, { members: [guest.id], subgroups: [inner] })
    const outer = await makeGroup(ann, { members: [ann.id, moderator.id], subgroups: [middle] })
    const members = async (parameters = {}) =>
      (await bot.get(`user_groups/${outer}/members`, parameters).succeeds()).members
    const subgroups = async (parameters = {}) =>
      (await bot.get(`user_groups/${outer}/subgroups`, parameters).succeeds()).subgroups
    const isMember = async (person: Person, parameters = {}) =>
      (await bot.get(`user_groups/${outer}/members/${person.id}`, parameters).succeeds()).is_user_group_member
    const { bot } = people
    expect(await members()).toEqual(these([ann, ben, moderator, guest]).direct_members)
    expect(await members({ direct_member_only: true })).toEqual(these([ann, moderator]).direct_members)
    expect(await subgroups()).toEqual([inner, middle])
    expect(await subgroups({ direct_subgroup_only: true })).toEqual([middle])
    expect(await isMember(ben)).toBe(true)
    expect(await isMember(ben, { direct_member_only: true })).toBe(false)
    expect(await isMember(ann, { direct_member_only: true })).toBe(true)
    expect(await isMember(bot)).toBe(false)
    await deactivateUser(ben)
    expect(await isMember(ben)).toBe(false)
    expect(await members()).toEqual(these([ann, moderator, guest]).direct_members)
    await ann.get(`user_groups/${outer}/members/2000000000`).fails('BAD_REQUEST', 'No such user')
    await ann.get('user_groups/2000000000/members').fails('BAD_REQUEST', 'Invalid user group')
    const other = await cast(server)
    await other.ann.get(`user_groups/${outer}/subgroups`).fails('BAD_REQUEST', 'Invalid user group')
  })

  it('of system groups follows from roles and from the age of accounts', async () => {
    const { owner, admin, moderator, ann, ben, guest, bot, organizationId } = people
    const members = async (name: string) =>
      (await ann.get(`user_groups/${await systemGroup(ann.id, name)}/members`).succeeds()).members
    const all = [owner, admin, moderator, ann, ben, guest, bot]
    await server.core.db.query(sql`
      UPDATE organization SET settings = settings || '{"waitingPeriodThreshold": 7}' WHERE id = ${organizationId}`)
    await server.core.db.query(sql`
      UPDATE "user" SET date_joined = now() - interval '7 days 1 minute' WHERE id = ${ben.id}`)
    expect(await members('role:owners')).toEqual([owner.id])
    expect(await members('role:administrators')).toEqual(these([owner, admin]).direct_members)
    expect(await members('role:moderators')).toEqual(these([owner, admin, moderator]).direct_members)
    expect(await members('role:fullmembers')).toEqual(these([owner, admin, moderator, ben]).direct_members)
    expect(await members('role:members')).toEqual(
      these(all.filter((person) => person !== guest)).direct_members,
    )
    expect(await members('role:everyone')).toEqual(these(all).direct_members)
    expect(await members('role:nobody')).toEqual([])
  })

  it('is listed to members and bots, not to guests, deactivated groups only when asked for', async () => {
    const { ann, bot, guest } = people
    const id = await makeGroup(ann)
    await ann.post(`user_groups/${id}/deactivate`).succeeds()
    const listed = async (by: Person, parameters = {}) =>
      (await by.get('user_groups', parameters).succeeds()).user_groups.map(
        (group: { id: number }) => group.id,
      )
    expect(await listed(bot)).toHaveLength(8)
    expect(await listed(ann, { include_deactivated_groups: true })).toContain(id)
    await guest.get('user_groups').fails('BAD_REQUEST', 'Not allowed for guest users')
  })
})
