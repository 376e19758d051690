import { beforeEach, describe, expect, it } from 'vitest'
import { channel } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const follow = (reader: Person, archived_channels: boolean) =>
  register(reader, undefined, { include_subscribers: true, client_capabilities: { archived_channels } })
const leave = (who: Person, name: string) =>
  who.delete('users/me/subscriptions', { subscriptions: [name] }).succeeds()

describe('A channel that somebody left', () => {
  it('is found among those left when it comes into sight again, with what was set for it', async () => {
    const { owner, ann, ben } = people
    const id = await channel(people, 'Tea', [owner, ann, ben], { invite_only: true })
    await ann
      .post('users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: 'color', value: '#123456' }],
      })
      .succeeds()
    await leave(ann, 'Tea')
    const [own, others] = [await follow(ann, true), await follow(ben, true)]
    await owner.patch(`streams/${id}`, { is_private: false }).succeeds()
    const events = await own.take()
    expect(events.map(({ type, op }) => `${type} ${op}`)).toEqual([
      'stream create',
      'subscription add',
      'subscription remove',
      'subscription peer_add',
    ])
    expect(events[1]?.subscriptions).toMatchObject([{ stream_id: id, color: '#123456' }])
    expect((await others.take()).map(({ type, op }) => `${type} ${op}`)).toEqual(['stream update'])
    await own.replayEqualsFreshRegister()
    await others.replayEqualsFreshRegister()
    const { unsubscribed } = await ann.post('register', { fetch_event_types: ['subscription'] }).succeeds()
    expect(unsubscribed).toMatchObject([{ stream_id: id, color: '#123456' }])
  })

  it('is found there, too, when it comes back from the archive', async () => {
    const { owner, ann } = people
    const id = await channel(people, 'Tea', [owner, ann])
    await leave(ann, 'Tea')
    const queues = [await follow(ann, false), await follow(ann, true)]
    await owner.delete(`streams/${id}`).succeeds()
    await owner.patch(`streams/${id}`, { is_archived: false }).succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
  })
})

describe('Changes of an archived channel', () => {
  it('are told to those clients only that know of archived channels', async () => {
    const { owner, ann } = people
    const id = await channel(people, 'Tea', [owner, ann])
    await owner.delete(`streams/${id}`).succeeds()
    const [old, new_] = [await follow(ann, false), await follow(ann, true)]
    await owner.patch(`streams/${id}`, { description: 'All about it' }).succeeds()
    expect((await new_.take()).filter(({ type }) => type === 'stream')).toHaveLength(1)
    await old.receivesNothing()
    for (const queue of [old, new_]) await queue.replayEqualsFreshRegister()
  })
})
