import { beforeEach, describe, expect, it } from 'vitest'
import { archiveOn, followChannels } from '../channels/support.ts'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { makeGroup, these } from './support.ts'

const server = testServer()
const archive = archiveOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

describe('A private channel that a group may see', () => {
  it('comes into sight of those who come into the group, also through a group inside it, and goes with them', async () => {
    const { ann, ben, moderator, guest } = people
    const inner = await makeGroup(ann, { can_remove_members_group: these([ann]) })
    const outer = await makeGroup(ann, { can_remove_members_group: these([ann]) })
    const ids: number[] = []
    for (const name of ['plans', 'secrets']) {
      const settings = {
        name,
        invite_only: true,
        subscribers: [ann.id],
        can_subscribe_group: these([ann], [outer]),
      }
      ids.push((await ann.post('channels/create', settings).succeeds()).id)
    }
    const [bens, moderators, guests] = [
      await followChannels(ben),
      await followChannels(moderator),
      await followChannels(guest),
    ]
    await ann.post(`user_groups/${inner}/members`, { add: [ben.id, guest.id] }).succeeds()
    expect(await bens.take()).toEqual([])
    await ann.post(`user_groups/${outer}/subgroups`, { add: [inner] }).succeeds()
    const [created, peers] = await bens.takeCount(2)
    expect(created).toMatchObject({
      type: 'stream',
      op: 'create',
      streams: ids.map((stream_id) => ({ stream_id })),
    })
    expect(peers).toMatchObject({ op: 'peer_add', stream_ids: ids, user_ids: [ann.id] })
    await bens.replayEqualsFreshRegister()
    await ann.post(`user_groups/${outer}/members`, { add: [ben.id, moderator.id] }).succeeds()
    expect(await bens.take()).toEqual([])
    expect(await moderators.takeCount(2)).toHaveLength(2)
    await moderators.replayEqualsFreshRegister()
    await ann.post(`user_groups/${outer}/subgroups`, { delete: [inner] }).succeeds()
    expect(await bens.take()).toEqual([])
    await ann.post(`user_groups/${outer}/members`, { delete: [ben.id] }).succeeds()
    await bens.receives({
      type: 'stream',
      op: 'delete',
      streams: ids.map((stream_id) => ({ stream_id })),
      stream_ids: ids,
    })
    await bens.replayEqualsFreshRegister()
    expect(await guests.take()).toEqual([])
  })

  it('goes and comes with the group’s deactivation and reactivation, archived as it is', async () => {
    const { ann, ben } = people
    const group = await makeGroup(ann, { members: [ben.id] })
    const settings = { name: 'plans', invite_only: true, subscribers: [ann.id], can_subscribe_group: group }
    const { id } = await ann.post('channels/create', settings).succeeds()
    await archive(id)
    const queue = await followChannels(ben)
    await ann.post(`user_groups/${group}/deactivate`).succeeds()
    expect(await queue.takeCount(1)).toMatchObject([{ type: 'stream', op: 'delete', stream_ids: [id] }])
    await ann.patch(`user_groups/${group}`, { deactivated: false }).succeeds()
    expect(await queue.takeCount(2)).toMatchObject([{ op: 'create' }, { op: 'peer_add' }])
    await queue.replayEqualsFreshRegister()
  })
})
