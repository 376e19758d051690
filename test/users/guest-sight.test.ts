import { beforeEach, describe, expect, it } from 'vitest'
import { say, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const capable = { client_capabilities: { user_list_incomplete: true }, fetch_event_types: ['realm_user'] }
const follow = (person: Person) => register(person, ['realm_user'], capable)

const subscribe = (name: string, ...principals: Person[]) =>
  people.owner
    .post('users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: principals.map(({ id }) => id),
      send_new_subscription_messages: false,
    })
    .succeeds()

const unsubscribe = (name: string, ...principals: Person[]) =>
  people.owner
    .delete('users/me/subscriptions', { subscriptions: [name], principals: principals.map(({ id }) => id) })
    .succeeds()

const personOf = async (reader: Person, { id }: Person) => (await reader.get(`users/${id}`).succeeds()).user

const gone = ({ id }: Person) => ({
  type: 'realm_user',
  op: 'remove',
  person: { user_id: id, full_name: 'Unknown user' },
})

async function come(reader: Person, seen: Person) {
  return { type: 'realm_user', op: 'add', person: { ...(await personOf(reader, seen)), profile_data: {} } }
}

describe('A limited guest', () => {
  it('hears of users with the first channel in common, and again when the last one is gone', async () => {
    const { ann, ben, guest } = people
    await limitGuests(server, people)
    await subscribe('Tea', ann)
    const queue = await follow(guest)
    await subscribe('Tea', guest)
    await queue.receives(await come(guest, people.ann))
    await subscribe('Tea', ben)
    await queue.receives(await come(guest, ben))
    await subscribe('Cake', ben, guest)
    await unsubscribe('Tea', ben)
    await queue.receivesNothing()
    await unsubscribe('Tea', guest)
    await queue.receives(gone(ann))
    await unsubscribe('Cake', ben)
    await queue.receives(gone(ben))
    await guest.get(`users/${ben.id}`).fails('BAD_REQUEST', 'No such user')
    await queue.replayEqualsFreshRegister()
  })

  it('hears of another guest, who hears of them, and nobody else hears of anything', async () => {
    const { ann, guest } = people
    const other = await people.person({ role: 'guest', channels: 'none', emailAddressVisibility: 3 })
    await limitGuests(server, people)
    const [own, others, members] = await Promise.all([guest, other, ann].map(follow))
    await subscribe('Tea', guest, other)
    await own?.receives(await come(guest, other))
    await others?.receives(await come(other, guest))
    expect((await personOf(guest, other)).delivery_email).toBeNull()
    await members?.receivesNothing()
  })

  it('hears of who writes to them, before the message', async () => {
    const { ann, ben, guest } = people
    await limitGuests(server, people)
    const queue = await register(guest, ['realm_user', 'message'], capable)
    await tell(ann, [ben, guest], 'Hello')
    const events = await queue.takeCount(3)
    expect(
      events.map(({ type, op, person, message }) => [type, op, person?.user_id ?? message.sender_id]),
    ).toEqual([
      ['realm_user', 'add', ann.id],
      ['realm_user', 'add', ben.id],
      ['message', undefined, ann.id],
    ])
    await tell(ann, [ben, guest], 'Again')
    expect(await queue.takeCount(1)).toMatchObject([{ type: 'message' }])
    await queue.replayEqualsFreshRegister()
  })

  it('hears nothing of bots, whom everybody sees', async () => {
    await limitGuests(server, people)
    await subscribe('Tea', people.guest)
    const queue = await follow(people.guest)
    await subscribe('Tea', people.bot)
    await unsubscribe('Tea', people.bot)
    await queue.receivesNothing()
  })

  it('is not shown who sends to a channel from outside of it, neither by events nor afterwards', async () => {
    const { ann, ben, guest } = people
    await subscribe('Tea', guest, ben)
    await limitGuests(server, people)
    const [hidden, open] = await Promise.all([guest, ben].map((person) => register(person, ['message'])))
    const id = await say(ann, 'Tea', 'biscuits', 'Hello')
    const [event] = (await hidden?.takeCount(1)) ?? []
    const host = people.host.split(':')[0]
    const unknown = {
      sender_id: ann.id,
      sender_full_name: 'Unknown user',
      sender_email: `user${ann.id}@${host}`,
    }
    expect(event?.message).toMatchObject({ id, ...unknown })
    const { message } = await guest.get(`messages/${id}`).succeeds()
    expect(message).toMatchObject({ ...unknown, avatar_url: event?.message.avatar_url })
    const [other] = (await open?.takeCount(1)) ?? []
    expect(other?.message).toMatchObject({ id, sender_full_name: 'Ann Lee' })
    await subscribe('Tea', ann)
    await say(ann, 'Tea', 'biscuits', 'I am in')
    expect((await hidden?.takeCount(1))?.[0]?.message.sender_full_name).toBe('Ann Lee')
  })
})

describe('Where guests see everybody', () => {
  it('they hear of nobody anew, and see who sends', async () => {
    const { ann, ben, guest } = people
    const queue = await register(guest, ['realm_user', 'message'], capable)
    await subscribe('Tea', guest, ben)
    await unsubscribe('Tea', ben)
    await say(ann, 'Tea', 'biscuits', 'Hello')
    await tell(ann, [guest], 'Hello')
    const events = await queue.takeCount(2)
    expect(events.map(({ type, message }) => [type, message.sender_full_name])).toEqual([
      ['message', 'Ann Lee'],
      ['message', 'Ann Lee'],
    ])
  })
})
