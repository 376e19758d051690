import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { channel, say, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { follow as followLive } from '../support/socket.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
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
    expect(message.avatar_url).toBe(`/user_avatars/${people.organizationId}/0.png?v=1`)
    const [other] = (await open?.takeCount(1)) ?? []
    expect(other?.message).toMatchObject({ id, sender_full_name: 'Ann Lee' })
    await subscribe('Tea', ann)
    await say(ann, 'Tea', 'biscuits', 'I am in')
    expect((await hidden?.takeCount(1))?.[0]?.message.sender_full_name).toBe('Ann Lee')
  })
})

describe('In a web-public channel, a limited guest who is not in it', () => {
  const person =
    'databaseId fullName email deliveryEmail role isActive dateJoined timezone avatarSource avatarUrl'
  const everybodyNamed = `query ($channel: [ID!]!, $message: [ID!]!) {
    nodes(ids: $channel) { ... on Channel { subscribers { ${person} } } }
    messages: nodes(ids: $message) { ... on Message {
      sender { ${person} } readers { ${person} } reactions { user { ${person} } } history { user { ${person} } } } }
    messageWindow(messageDatabaseIds: [MESSAGE]) { people { ${person} } }
  }`

  async function open(...subscribers: Person[]): Promise<number> {
    await people.owner.patch('realm', { enable_spectator_access: true }).succeeds()
    const id = await channel(people, 'Lobby', subscribers, { is_web_public: true })
    await limitGuests(server, people)
    return id
  }

  it('is shown stand-ins for all whom it names, of whom nothing but the id is real', async () => {
    const { owner, guest } = people
    const boss = await people.person({ role: 'administrator', fullName: 'Boss', emailAddressVisibility: 1 })
    await server.core.db.query(sql`UPDATE "user" SET timezone = 'Europe/Berlin' WHERE id = ${boss.id}`)
    const lobby = await open(boss)
    const id = await say(boss, lobby, 'tea', 'Hello')
    await boss.post(`messages/${id}/reactions`, { emoji_name: 'tada' }).succeeds()
    await boss.patch(`messages/${id}`, { content: 'Hello, you' }).succeeds()
    await owner.get('messages', { message_ids: [id] }).succeeds()
    const ids = (type: string, ...named: number[]) =>
      named.map((one) => Buffer.from(`${type}:${one}`).toString('base64'))
    const data = await guest.graphql(everybodyNamed.replace('MESSAGE', `${id}`), {
      channel: ids('Channel', lobby),
      message: ids('Message', id),
    })
    const unknown = {
      databaseId: boss.id,
      fullName: 'Unknown user',
      email: `user${boss.id}@${people.host.split(':')[0]}`,
      deliveryEmail: null,
      role: 400,
      isActive: true,
      dateJoined: '1970-01-01T00:00:00.000Z',
      timezone: '',
      avatarSource: 'GENERATED',
      avatarUrl: `/user_avatars/${people.organizationId}/0.png?v=1`,
    }
    expect(data.nodes).toEqual([{ subscribers: [unknown] }])
    const [{ history, ...message }] = data.messages
    expect(message).toEqual({ sender: unknown, readers: [], reactions: [{ user: unknown }] })
    expect(history.map(({ user }: { user: unknown }) => user)).toEqual([unknown, unknown])
    expect(data.messageWindow.people).toEqual([unknown])
    await owner
      .post('users/me/subscriptions', { subscriptions: [{ name: 'Lobby' }], principals: [guest.id] })
      .succeeds()
    const [{ sender }] = (
      await guest.graphql(everybodyNamed.replace('MESSAGE', `${id}`), {
        channel: ids('Channel', lobby),
        message: ids('Message', id),
      })
    ).messages
    expect(sender).toMatchObject({ databaseId: boss.id, fullName: 'Boss', role: 200 })
  })

  it('is shown one for the owner of a bot', async () => {
    const { ann, bot, guest } = people
    await limitGuests(server, people)
    const { user } = await guest.graphql(
      `{ user(databaseId: ${bot.id}) { fullName botOwner { databaseId fullName deliveryEmail } } }`,
    )
    const botOwner = { databaseId: ann.id, fullName: 'Unknown user', deliveryEmail: null }
    expect(user).toEqual({ fullName: 'Robby Bot', botOwner })
  })

  it('is shown them by a narrow that stays current', async () => {
    const { ann, guest } = people
    const lobby = await open(ann)
    const following = followLive<{ messages: { current: { content: string; sender: object }[] } }>(
      guest,
      `subscription { messages(narrow: [{ operator: "channel", operand: ${lobby} }]) { current { content sender { databaseId fullName } } } }`,
    )
    expect((await following.next()).messages.current).toEqual([])
    await say(ann, lobby, 'tea', 'Hello')
    const sender = { databaseId: ann.id, fullName: 'Unknown user' }
    expect((await following.next()).messages.current).toEqual([{ content: 'Hello', sender }])
    await following.stop()
  })

  it('and was a member a moment ago is told of no more messages, and shown no more names', async () => {
    const { ann, ben, owner } = people
    const lobby = await open(ann)
    const queue = await register(ben, ['message'], { all_public_streams: true })
    const events = followLive<{ events: { message: { content: string; sender: object } } }>(
      ben,
      'subscription { events(types: ["message"], allPublicChannels: true) { ... on MessageEvent { message { content sender { fullName } } } } }',
    )
    const narrow = followLive<{ messages: { current: { sender: object }[]; isStale: boolean } }>(
      ben,
      `subscription { messages(narrow: [{ operator: "channel", operand: ${lobby} }]) { current { sender { fullName } } isStale } }`,
    )
    await narrow.next()
    const next = events.next()
    await say(ann, lobby, 'tea', 'To all')
    expect((await next).events.message).toEqual({ content: 'To all', sender: { fullName: 'Ann Lee' } })
    expect((await narrow.next()).messages.current).toEqual([{ sender: { fullName: 'Ann Lee' } }])
    expect(await queue.takeCount(1)).toHaveLength(1)

    await subscribe('Tea', ben)
    await owner.patch(`users/${ben.id}`, { role: 600 }).succeeds()
    await unsubscribe('general', ben)
    await unsubscribe('sandbox', ben)
    const afterwards = events.next()
    await say(ann, lobby, 'tea', 'To members')
    let change = await narrow.next()
    while (change.messages.isStale) change = await narrow.next()
    expect(change.messages.current).toEqual([{ sender: { fullName: 'Unknown user' } }])
    await say(ann, 'Tea', 'tea', 'To the channel')
    expect((await afterwards).events.message).toEqual({
      content: 'To the channel',
      sender: { fullName: 'Unknown user' },
    })
    expect(
      (await queue.takeCount(1)).map(({ message }) => [message.content, message.sender_full_name]),
    ).toEqual([['To the channel', 'Unknown user']])
    await Promise.all([events.stop(), narrow.stop()])
  })

  it('gets no address of somebody who types', async () => {
    const { ann, ben, guest } = people
    await subscribe('Tea', guest, ben)
    await limitGuests(server, people)
    const listen = (reader: Person) =>
      register(reader, ['typing'], { client_capabilities: { stream_typing_notifications: true } })
    const [blind, seeing] = await Promise.all([guest, ben].map(listen))
    const { stream_id } = await guest.get('get_stream_id', { stream: 'Tea' }).succeeds()
    await ann.post('typing', { type: 'channel', op: 'start', stream_id, topic: 'biscuits' }).succeeds()
    await ann.post('typing', { op: 'start', to: [guest.id, ben.id] }).succeeds()
    const dummy = { user_id: ann.id, email: `user${ann.id}@${people.host.split(':')[0]}` }
    const known = { user_id: ann.id, email: ann.email }
    const senders = async (queue: typeof blind) =>
      ((await queue?.takeCount(2)) ?? []).map(({ sender, recipients }) => [sender, recipients?.[0]])
    expect(await senders(blind)).toEqual([
      [dummy, undefined],
      [dummy, dummy],
    ])
    expect(await senders(seeing)).toEqual([
      [known, undefined],
      [known, known],
    ])
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
