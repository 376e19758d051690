import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { followChannels } from './support.ts'

const server = testServer()
let people: Cast
let channelId: number

const create = async (by: Person, name: string, more: Record<string, unknown> = {}): Promise<number> =>
  (await by.post('channels/create', { name, subscribers: [by.id], ...more }).succeeds()).id
const archive = (by: Person, id = channelId) => by.delete(`streams/${id}`)
const unarchive = (by: Person, id = channelId) => by.patch(`streams/${id}`, { is_archived: false })
const send = (by: Person, id = channelId) =>
  by.post('messages', { type: 'stream', to: id, topic: 't', content: 'Hi' })

/** A client that does not know of archived channels. */
const followOldWay = (person: Person) =>
  register(person, ['stream', 'subscription'], {
    include_subscribers: 'true',
    client_capabilities: { notification_settings_null: true },
  })
const told = (events: readonly Record<string, unknown>[]) =>
  events.map(({ type, op, property }) => [type, op, property].filter(Boolean).join(' '))

beforeEach(async () => {
  people = await cast(server)
  channelId = await create(people.ann, 'Design', {
    subscribers: [people.ann.id, people.ben.id, people.guest.id],
  })
})

describe('DELETE /streams/{stream_id}', () => {
  it('archives: all stays readable, with its subscribers, and nobody adds to it', async () => {
    const { ann, ben, moderator } = people
    await send(ben).succeeds()
    await archive(ann).succeeds()
    const { stream } = await moderator.get(`streams/${channelId}`).succeeds()
    expect(stream).toMatchObject({ name: 'Design', is_archived: true, subscriber_count: 3 })
    await send(ben).fails('BAD_REQUEST', 'Not authorized')
    expect((await ben.get(`users/me/${channelId}/topics`).succeeds()).topics).toHaveLength(2)
    await ben
      .post('channels/create', { name: 'DESIGN', subscribers: [] })
      .fails('CHANNEL_ALREADY_EXISTS', /./, 409)
    await archive(ann).fails('BAD_REQUEST', 'already archived')
  })

  it('is for those who administer the channel, read it or not', async () => {
    const { ann, admin, owner, moderator, ben, guest, bot } = people
    for (const person of [moderator, ben, guest, bot]) {
      await archive(person).fails('BAD_REQUEST', 'administer')
    }
    const [first, second] = [
      await create(ann, 'One', { invite_only: true }),
      await create(ann, 'Two', { invite_only: true }),
    ]
    await archive(admin, first).succeeds()
    await archive(owner, second).succeeds()
    await archive(ann).succeeds()
    await archive(ben, first).fails('BAD_REQUEST', 'Invalid channel ID')
    await archive(admin, 2_000_000_000).fails('BAD_REQUEST', 'Invalid channel ID')
  })

  it('is a change to clients that know archived channels, and a deletion to others', async () => {
    const { ann, ben, guest, moderator } = people
    const readers = [ben, moderator, guest]
    const modern = await Promise.all(readers.map(followChannels))
    const old = await Promise.all(readers.map(followOldWay))
    await archive(ann).succeeds()
    for (const queue of modern) expect(told(await queue.take())).toEqual(['stream update is_archived'])
    for (const queue of old) expect(told(await queue.take())).toEqual(['stream delete'])
    for (const queue of [...modern, ...old]) await queue.replayEqualsFreshRegister()
  })

  it('ends what the channel was to new users and to the organization', async () => {
    const { owner, ann, guest, general, sandbox } = people
    const types = ['default_streams', 'realm']
    const [queue, guestQueue] = [await register(ann, types), await register(guest, types)]
    expect(queue.registered.realm_new_stream_announcements_stream_id).toBe(general)
    await archive(owner, general).succeeds()
    const change = {
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { new_stream_announcements_stream_id: -1, zulip_update_announcements_stream_id: -1 },
    }
    await queue.receives({ type: 'default_streams', default_streams: [sandbox] }, change)
    await guestQueue.receives(change)
    await queue.replayEqualsFreshRegister()
    await guestQueue.replayEqualsFreshRegister()
  })

  it('is written about in the channel', async () => {
    const queue = await register(people.ben, ['message'])
    await archive(people.ann).succeeds()
    const [notice] = await queue.takeCount(1)
    expect(notice?.message).toMatchObject({ stream_id: channelId, subject: 'channel events' })
    expect(notice?.message.content).toMatch(/archived this channel/)
  })
})

describe('PATCH /streams/{stream_id} with is_archived=false', () => {
  it('takes a channel back: old clients hear of it as of a new one', async () => {
    const { ann, ben, guest, moderator } = people
    await archive(ann).succeeds()
    const readers = [ben, moderator, guest]
    const modern = await Promise.all(readers.map(followChannels))
    const old = await Promise.all(readers.map(followOldWay))
    await unarchive(ann).succeeds()
    for (const queue of modern) expect(told(await queue.take())).toEqual(['stream update is_archived'])
    const [bens, moderators, guests] = await Promise.all(old.map(async (queue) => told(await queue.take())))
    expect(bens).toEqual(['stream create', 'subscription add'])
    expect(guests).toEqual(bens)
    expect(moderators).toEqual(['stream create', 'subscription peer_add'])
    for (const queue of [...modern, ...old]) await queue.replayEqualsFreshRegister()
    await send(ben).succeeds()
  })

  it('is for those who administer it, does nothing to others, and takes no private one without subscribers', async () => {
    const { ann, ben, admin } = people
    await archive(ann).succeeds()
    await unarchive(ben).fails('BAD_REQUEST', 'administer')
    await ann.patch(`streams/${channelId}`, { is_archived: true }).succeeds()
    await unarchive(ann).succeeds()
    const queue = await followChannels(ben)
    await unarchive(ann).succeeds()
    await ann.patch(`streams/${channelId}`, { is_archived: true }).succeeds()
    await queue.receivesNothing()
    const id = await create(ann, 'Empty', { invite_only: true })
    await ann.delete('users/me/subscriptions', { subscriptions: ['Empty'] }).succeeds()
    await archive(admin, id).succeeds()
    await unarchive(admin, id).fails('BAD_REQUEST', 'no subscribers')
  })

  it('is written about in the channel', async () => {
    await archive(people.ann).succeeds()
    const queue = await register(people.ben, ['message'])
    await unarchive(people.ann).succeeds()
    const [notice] = await queue.takeCount(1)
    expect(notice?.message.content).toMatch(/out of the archive/)
  })

  it('works over GraphQL, both ways', async () => {
    const { ann, ben } = people
    const mutation =
      'mutation ($id: Int!) { archiveChannel(input: { databaseId: $id }) { channel { isArchived } } }'
    await expect(ben.graphql(mutation, { id: channelId })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await ann.graphql(mutation, { id: channelId })).archiveChannel.channel.isArchived).toBe(true)
    const back = await ann.graphql(
      'mutation ($id: Int!) { updateChannel(input: { databaseId: $id, isArchived: false }) { channel { isArchived } } }',
      { id: channelId },
    )
    expect(back.updateChannel.channel.isArchived).toBe(false)
  })
})
