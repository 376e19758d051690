import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { age, follow, said } from './edit-support.ts'
import { Backstage, channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast
let place: number

beforeAll(async () => {
  people = await cast(server)
  place = await channel(people, 'kitchen', [people.ann, people.ben])
})

const remove = (person: Person, id: number) => person.delete(`messages/${id}`)
const bulk = { client_capabilities: { bulk_message_deletion: true } }

describe('DELETE /messages/{message_id}', () => {
  it('deletes for everybody, and tells whom the message was there for and whoever deletes it', async () => {
    const { ann, ben, admin, moderator, owner } = people
    const id = await say(ann, place, '', 'Hot')
    const types = ['delete_message']
    const queues = await Promise.all([ben, admin].map((person) => register(person, types, bulk)))
    const old = await register(ann, types, { client_capabilities: { empty_topic_name: true } })
    const others = await Promise.all([moderator, owner].map((person) => register(person, types)))
    expect(await remove(admin, id).succeeds()).toEqual({ result: 'success', msg: '' })
    const told = { type: 'delete_message', message_type: 'stream', stream_id: place }
    // The administrator is not subscribed, and did it.
    for (const queue of queues) {
      await queue.receives({ ...told, message_ids: [id], topic: 'general chat' })
    }
    await old.receives({ ...told, message_id: id, topic: '' })
    for (const queue of others) await queue.receivesNothing()
    expect(await said(ann, place, '')).toEqual([])
    await remove(admin, id).fails('BAD_REQUEST', 'Invalid message(s)')
  })

  it('deletes a direct message for its participants', async () => {
    const { ann, ben, admin } = people
    const id = await tell(ann, [ben], 'Psst')
    const [bens, admins] = await Promise.all(
      [ben, admin].map((one) => register(one, ['delete_message'], bulk)),
    )
    await remove(ben, id).fails('BAD_REQUEST', "You don't have permission to delete this message")
    await remove(admin, id).fails('BAD_REQUEST', 'Invalid message(s)')
    await remove(ann, id).succeeds()
    await bens?.receives({ type: 'delete_message', message_type: 'private', message_ids: [id] })
    await admins?.receivesNothing()
  })

  it('leaves nothing unread or starred, and moves the channel’s first message', async () => {
    const { ann, ben } = people
    const room = await channel(people, 'room', [ann, ben])
    const [one, two] = [await say(ann, room, 'tea', 'Hi @**Ben Ito**'), await say(ann, room, 'tea', 'Hi')]
    await ben.post('messages/flags', { op: 'add', flag: 'starred', messages: [one] }).succeeds()
    const queue = await follow(ben)
    await remove(ann, one).succeeds()
    await queue.replayEqualsFreshRegister()
    expect((await ann.get(`streams/${room}`).succeeds()).stream.first_message_id).toBe(two)
  })

  it('lets people delete their own messages, and their bots’, within the time limit', async () => {
    const own = await cast(server)
    const backstage = new Backstage(server, own)
    const { ann, ben, bot, guest, moderator, admin } = own
    const bots = await channel(own, 'bots', [bot, ann, guest])
    const send = (person: Person) => say(person, bots, 'tea', 'Hi')
    await remove(ann, await send(bot)).succeeds()
    await remove(ben, await send(bot)).fails('BAD_REQUEST', "You don't have permission")
    await remove(guest, await send(guest)).succeeds()
    await remove(moderator, await send(ann)).fails('BAD_REQUEST', "You don't have permission")
    const late = [await send(ann), await send(ann)]
    await age(server, late, 605)
    await remove(ann, late[0] ?? 0).fails(
      'BAD_REQUEST',
      'The time limit for deleting this message has passed',
    )
    await remove(admin, late[0] ?? 0).succeeds()
    await backstage.organizationSetting('messageContentDeleteLimitSeconds', null)
    await remove(ann, late[1] ?? 0).succeeds()
    const last = await send(ann)
    await backstage.archive(bots)
    await remove(admin, last).fails('BAD_REQUEST', /archived/)
  })

  it('answers for a message that one cannot see as for none', async () => {
    const { ann, ben, admin } = people
    const id = await say(ann, await channel(people, 'secret', [ann], { invite_only: true }), 'tea', 'Hot')
    for (const person of [ben, admin]) {
      const [hidden, none] = [await remove(person, id), await remove(person, 2_000_000_000)]
      expect(hidden.body).toEqual(none.body)
    }
  })

  it('is deleteMessage in GraphQL, with the first answer for a repetition', async () => {
    const { ann, ben } = people
    const id = await say(ann, place, 'tea', 'Hot')
    const mutation = `mutation ($input: DeleteMessageInput!) { deleteMessage(input: $input) { messageDatabaseId } }`
    const input = { messageDatabaseId: id, idempotencyKey: `delete ${id}` }
    await expect(ben.graphql(mutation, { input })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (let i = 0; i < 2; i++) {
      expect(await ann.graphql(mutation, { input })).toEqual({ deleteMessage: { messageDatabaseId: id } })
    }
  })
})
