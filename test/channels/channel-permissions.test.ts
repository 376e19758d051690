import { beforeEach, describe, expect, it } from 'vitest'
import { channelPermissionSettings } from '../../src/contract/permission-settings.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { followChannels, setPermissionOn, systemGroupOn } from './support.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
const setPermission = setPermissionOn(server)
let people: Cast
let channelId: number

const create = async (by: Person, name: string, more: Record<string, unknown> = {}): Promise<number> =>
  (await by.post('channels/create', { name, subscribers: [by.id], ...more }).succeeds()).id
const change = (by: Person, parameters: Record<string, unknown>, id = channelId) =>
  by.patch(`streams/${id}`, parameters)
const read = async (by: Person) => (await by.get(`streams/${channelId}`).succeeds()).stream

beforeEach(async () => {
  people = await cast(server)
  channelId = await create(people.ann, 'Design')
})

const update = (property: string, value: unknown) => ({
  type: 'stream',
  op: 'update',
  stream_id: channelId,
  name: 'Design',
  property,
  value,
})

describe('A permission of a channel', () => {
  it.each(Object.keys(channelPermissionSettings))(
    '%s takes groups and people, and clients follow',
    async (name) => {
      const { owner, ann, ben } = people
      const queue = await followChannels(ben)
      const administrators = await systemGroup(ann.id, 'role:administrators')
      const moderators = await systemGroup(ann.id, 'role:moderators')
      await change(owner, { [name]: { new: moderators } }).succeeds()
      expect((await read(ben))[name]).toBe(moderators)
      const mixed = {
        direct_members: [ann.id, owner.id].sort((a, b) => a - b),
        direct_subgroups: [moderators],
      }
      await change(owner, { [name]: { new: mixed, old: moderators } }).succeeds()
      expect((await read(ben))[name]).toEqual(mixed)
      await change(owner, { [name]: { new: administrators, old: moderators } }).fails('EXPECTATION_MISMATCH')
      await change(owner, { [name]: { new: administrators, old: mixed } }).succeeds()
      expect((await read(ben))[name]).toBe(administrators)
      const told = (await queue.take()).filter(({ property }) => property === name)
      expect(told.map(({ value }) => value)).toEqual([moderators, mixed, administrators])
      await change(owner, { [name]: { new: 999_999 } }).fails('BAD_REQUEST', 'Invalid user group')
      await change(owner, { [name]: moderators }).fails('BAD_REQUEST', new RegExp(name))
      await queue.replayEqualsFreshRegister()
    },
  )

  it('to post is told in its old forms, too', async () => {
    const { ann, ben } = people
    const queue = await followChannels(ben)
    const policies = {
      'role:administrators': 2,
      'role:fullmembers': 3,
      'role:moderators': 4,
      'role:members': 1,
    }
    for (const [name, policy] of Object.entries(policies)) {
      const group = await systemGroup(ann.id, name)
      await change(ann, { can_send_message_group: { new: group } }).succeeds()
      await queue.receives(
        update('can_send_message_group', group),
        update('stream_post_policy', policy),
        update('is_announcement_only', policy === 2),
      )
      expect(await read(ben)).toMatchObject({
        stream_post_policy: policy,
        is_announcement_only: policy === 2,
      })
    }
    await queue.replayEqualsFreshRegister()
  })

  it('that grants sight brings a private channel into it and out of it', async () => {
    const { ann, ben, moderator, admin } = people
    channelId = await create(ann, 'Private', { invite_only: true })
    const moderators = await systemGroup(ann.id, 'role:moderators')
    const nobody = await systemGroup(ann.id, 'role:nobody')
    for (const name of ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group']) {
      const queues = await Promise.all([moderator, ben, admin].map(followChannels))
      const value =
        name === 'can_administer_channel_group'
          ? { direct_members: [ann.id], direct_subgroups: [moderators] }
          : moderators
      const old =
        name === 'can_administer_channel_group' ? { direct_members: [ann.id], direct_subgroups: [] } : nobody
      await change(ann, { [name]: { new: value } }).succeeds()
      await moderator.get(`streams/${channelId}`).succeeds()
      await change(ann, { [name]: { new: old, old: value } }).succeeds()
      await moderator.get(`streams/${channelId}`).fails('BAD_REQUEST', 'Invalid channel ID')
      const heard = await Promise.all(
        queues.map(async (queue) => {
          const events = await queue.take()
          await queue.replayEqualsFreshRegister()
          return events.map(({ type, op }) => `${type} ${op}`)
        }),
      )
      expect(heard).toEqual([
        ['stream create', 'subscription peer_add', 'stream delete'],
        [],
        ['stream update', 'stream update'],
      ])
    }
  })

  it('that grants reading is for those to give who can read', async () => {
    const { admin, ann } = people
    channelId = await create(ann, 'Private', { invite_only: true })
    const admins = await systemGroup(ann.id, 'role:administrators')
    for (const name of ['can_subscribe_group', 'can_add_subscribers_group']) {
      await change(admin, { [name]: { new: admins } }).fails('BAD_REQUEST', 'content access')
    }
    for (const name of [
      'can_remove_subscribers_group',
      'can_administer_channel_group',
      'can_send_message_group',
    ]) {
      await change(admin, { [name]: { new: admins } }).succeeds()
    }
  })

  it('to delete messages takes the permission to say who may', async () => {
    const { ann, moderator, admin } = people
    const members = await systemGroup(ann.id, 'role:members')
    const nobody = await systemGroup(ann.id, 'role:nobody')
    for (const name of ['can_delete_any_message_group', 'can_delete_own_message_group']) {
      await change(ann, { [name]: { new: members } }).fails('BAD_REQUEST', 'who deletes messages')
      await change(admin, { [name]: { new: members } }).succeeds()
      await change(ann, { [name]: { new: nobody } }).succeeds()
    }
    await setPermission(ann.id, 'can_set_delete_message_policy_group', 'role:nobody')
    for (const name of ['can_delete_any_message_group', 'can_delete_own_message_group']) {
      await change(moderator, { [name]: { new: members } }).fails('BAD_REQUEST', 'administer')
      await change(admin, { [name]: { new: members } }).succeeds()
      await create(admin, name, { [name]: members })
      await ann
        .post('channels/create', { name: 'No', subscribers: [], [name]: members })
        .fails('BAD_REQUEST', 'who deletes messages')
      await change(ann, { [name]: { new: nobody } }).succeeds()
    }
    await setPermission(ann.id, 'can_set_delete_message_policy_group', 'role:members')
    await change(ann, { can_delete_own_message_group: { new: members } }).succeeds()
    await change(moderator, { can_delete_own_message_group: { new: nobody } }).fails(
      'BAD_REQUEST',
      'administer',
    )
  })
})
