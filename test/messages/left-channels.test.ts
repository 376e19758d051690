import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { channel, say } from './place.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const leave = (by: Person, name: string, ...principals: readonly Person[]) =>
  by
    .delete('users/me/subscriptions', {
      subscriptions: [name],
      ...(principals.length > 0 && { principals: principals.map(({ id }) => id) }),
    })
    .succeeds()
const join = (by: Person, name: string, ...principals: readonly Person[]) =>
  by
    .post('users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: principals.map(({ id }) => id),
    })
    .succeeds()
const flagsOf = async (person: Person, id: number): Promise<string[]> =>
  (await person.get(`messages/${id}`).succeeds()).message.flags
const read = (messages: readonly number[]) => ({
  type: 'update_message_flags',
  op: 'add',
  operation: 'add',
  flag: 'read',
  messages,
  all: false,
})

describe('What is unread in a channel that one leaves', () => {
  it('counts as read, which its reader is told and nobody else; the other flags stay', async () => {
    const { ann, ben } = people
    await channel(people, 'garden', [ann, ben])
    const ids = [
      await say(ann, 'garden', 'tea', 'Hi @**Ben Ito**'),
      await say(ann, 'garden', 'milk', 'Hi'),
      await say(ann, 'garden', 'milk', 'Seen'),
    ]
    const elsewhere = await say(ann, 'general', 'tea', 'Hi')
    const [first = 0, second = 0, seen = 0] = ids
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages: [seen] }).succeeds()
    await ben.post('messages/flags', { op: 'add', flag: 'starred', messages: [second] }).succeeds()
    const queue = await register(ben, ['update_message_flags'])
    const other = await register(ann, ['update_message_flags'])
    const whole = await register(ben, undefined)
    await leave(ben, 'garden')
    await queue.receives(read([first, second]))
    await other.receivesNothing()
    expect(await flagsOf(ben, first)).toEqual(['read', 'mentioned'])
    expect(await flagsOf(ben, second)).toEqual(['read', 'starred'])
    expect(await flagsOf(ben, elsewhere)).toEqual([])
    await whole.replayEqualsFreshRegister()
    const between = await say(ann, 'garden', 'tea', 'While away')
    await join(ann, 'garden', ben)
    await queue.receivesNothing()
    await whole.replayEqualsFreshRegister()
    expect(await flagsOf(ben, between)).toEqual(['read', 'historical'])
    const later = await say(ann, 'garden', 'tea', 'Back')
    expect(await flagsOf(ben, later)).toEqual([])
  })

  it('counts as read for whoever is removed, each told of their own', async () => {
    const { owner, ann, ben, guest } = people
    await channel(people, 'garden', [ann, ben, guest])
    const one = await say(ann, 'garden', 'tea', 'One')
    const two = await say(ann, 'garden', 'tea', 'Two')
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages: [one] }).succeeds()
    const [anns, bens, guests] = await Promise.all(
      [ann, ben, guest].map((person) => register(person, ['update_message_flags'])),
    )
    const whole = await register(guest, undefined)
    await leave(owner, 'garden', ann, ben, guest)
    await anns?.receives(read([one, two]))
    await bens?.receives(read([two]))
    // A guest sees the channel no more, and is told that: not what becomes of its messages.
    await guests?.receivesNothing()
    await whole.replayEqualsFreshRegister()
    await join(owner, 'garden', guest)
    expect(await flagsOf(guest, one)).toEqual(['read'])
    await whole.replayEqualsFreshRegister()
  })

  it('counts as read in private channels too, of which whoever leaves hears no more', async () => {
    const { ann, ben } = people
    await channel(people, 'secret', [ann, ben], { invite_only: true })
    const id = await say(ann, 'secret', 'tea', 'Hi @**Ben Ito**')
    const queue = await register(ben, ['update_message_flags'])
    const whole = await register(ben, undefined)
    await leave(ben, 'secret')
    await queue.receivesNothing()
    await whole.replayEqualsFreshRegister()
    await join(ann, 'secret', ben)
    expect(await flagsOf(ben, id)).toEqual(['read', 'mentioned'])
    await whole.replayEqualsFreshRegister()
  })

  it('keeps its stars, which show again when one comes back, and not before', async () => {
    const { ann, ben } = people
    await channel(people, 'secret', [ann, ben], { invite_only: true })
    const id = await say(ann, 'secret', 'tea', 'Hi')
    await ben.post('messages/flags', { op: 'add', flag: 'starred', messages: [id] }).succeeds()
    const starred = async () =>
      (await ben.get('messages', { anchor: 'newest', num_before: 5, narrow: [['is', 'starred']] }).succeeds())
        .messages
    expect(await starred()).toMatchObject([{ id }])
    await leave(ben, 'secret')
    expect(await starred()).toEqual([])
    // Nobody takes away a star unseen.
    const unstar = { op: 'remove', flag: 'starred', messages: [id] }
    expect((await ben.post('messages/flags', unstar).succeeds()).messages).toEqual([])
    await join(ann, 'secret', ben)
    expect(await starred()).toMatchObject([{ id, flags: ['read', 'starred'] }])
  })

  it('is nothing of narrows and marks over GraphQL either', async () => {
    const { ann, ben } = people
    const id = await channel(people, 'garden', [ann, ben])
    const message = await say(ann, 'garden', 'tea', 'Hi')
    const unread = async () =>
      (await ben.get('messages', { anchor: 'newest', num_before: 5, narrow: [['is', 'unread']] }).succeeds())
        .messages
    expect(await unread()).toMatchObject([{ id: message }])
    await ben.graphql(
      'mutation ($ids: [Int!]!) { unsubscribe(input: { channelDatabaseIds: $ids }) { __typename } }',
      {
        ids: [id],
      },
    )
    expect(await unread()).toEqual([])
    expect(
      await ben.post('messages/flags', { op: 'remove', flag: 'read', messages: [message] }).succeeds(),
    ).toMatchObject({ messages: [], ignored_because_not_subscribed_channels: [id] })
    expect(await unread()).toEqual([])
  })
})
