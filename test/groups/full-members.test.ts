import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { promoteFullMembers } from '../../src/users/promote-full-members.ts'
import { systemGroupOn } from '../channels/support.ts'
import { channel } from '../messages/place.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { these } from './support.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

describe('The waiting period', () => {
  it('ends for those who are old enough, which everybody is told once', async () => {
    const { owner, ann, ben, bot, guest } = people
    await owner.patch('realm', { waiting_period_threshold: 5 }).succeeds()
    const queues = await Promise.all([ann, guest].map((person) => register(person, ['user_group'])))
    await promoteFullMembers(server.core)
    await server.core.db.query(sql`
      UPDATE "user" SET date_joined = now() - interval '5 days'
      WHERE id = ANY(${[ann.id, ben.id, guest.id]}::int[])`)
    await promoteFullMembers(server.core)
    await promoteFullMembers(server.core)
    const [members, full] = [
      await systemGroup(ann.id, 'role:members'),
      await systemGroup(ann.id, 'role:fullmembers'),
    ]
    const user_ids = these([ann, ben]).direct_members
    for (const queue of queues) {
      await queue.receives(
        { type: 'user_group', op: 'remove_members', group_id: members, user_ids },
        { type: 'user_group', op: 'add_members', group_id: full, user_ids },
      )
      await queue.replayEqualsFreshRegister()
    }
    const listed = await ann.get(`user_groups/${members}/members`, { direct_member_only: true }).succeeds()
    expect(listed.members).toEqual([bot.id])
  })

  it('brings private channels into sight when it ends, as is told to whom they are shown', async () => {
    const { owner, ann, ben } = people
    await owner.patch('realm', { waiting_period_threshold: 5 }).succeeds()
    await promoteFullMembers(server.core)
    const managers = await systemGroup(ann.id, 'role:fullmembers')
    const settings = { invite_only: true, can_subscribe_group: managers }
    const id = await channel(people, 'For full members', [owner], settings)
    await channel(people, 'For others', [owner], { invite_only: true })
    const options = { include_subscribers: true }
    const [own, other] = await Promise.all([ann, ben].map((one) => register(one, undefined, options)))
    await server.core.db.query(
      sql`UPDATE "user" SET date_joined = now() - interval '5 days' WHERE id = ${ann.id}`,
    )
    await promoteFullMembers(server.core)
    const told = ((await own?.take()) ?? []).filter(({ type }) => type !== 'user_group')
    expect(told.map(({ type, op }) => `${type} ${op}`)).toEqual(['stream create', 'subscription peer_add'])
    expect(told[0]?.streams).toMatchObject([{ stream_id: id }])
    expect(((await other?.take()) ?? []).map(({ type }) => type)).toEqual(['user_group', 'user_group'])
  })

  it('is over for permissions the moment that it is over', async () => {
    const { owner, ann } = people
    await owner
      .patch('realm', {
        waiting_period_threshold: 5,
        can_create_groups: { new: await systemGroup(ann.id, 'role:fullmembers') },
      })
      .succeeds()
    const create = () => ann.post('user_groups/create', { name: 'tea', description: '', members: [] })
    await create().fails('BAD_REQUEST', 'Insufficient permission')
    await server.core.db.query(sql`
      UPDATE "user" SET date_joined = now() - interval '5 days' WHERE id = ${ann.id}`)
    await create().succeeds()
  })
})
