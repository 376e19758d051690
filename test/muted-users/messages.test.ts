import { beforeEach, describe, expect, it } from 'vitest'
import { channel, say, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { mute, unmute } from './support.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const gates = {
  fetch_event_types: [
    'message',
    'update_message_flags',
    'subscription',
    'user_topic',
    'recent_private_conversations',
    'muted_users',
  ],
  client_capabilities: { empty_topic_name: true, bulk_message_deletion: true },
}
const listen = (person: Person) => register(person, undefined, gates)

const flagsOf = async (person: Person, id: number): Promise<string[]> =>
  (await person.get(`messages/${id}`).succeeds()).message.flags

async function idsIn(person: Person, operator: string, operand: string): Promise<number[]> {
  const narrow = [{ operator, operand }]
  const { messages } = await person
    .get('messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow })
    .succeeds()
  return messages.map(({ id }: { id: number }) => id)
}

describe('Muting somebody', () => {
  it('marks all that they have sent as read, wherever it is, and nothing else', async () => {
    const { ann, ben, admin, guest, general } = people
    const left = await channel(people, 'left', [ann, ben])
    const theirs = [
      await say(ben, general, 'tea', 'Hello'),
      await say(ben, general, 'cake', '@**Ann Lee** hello, @**all**'),
      await say(ben, left, 'tea', 'Hello'),
      await tell(ben, [ann], 'Hello'),
      await tell(ben, [ann, guest], 'Hello'),
    ]
    const others = [await say(admin, general, 'tea', 'Hello'), await tell(admin, [ann, ben], 'Hello')]
    const old = await say(ben, general, 'tea', 'Read already')
    await ann.post('messages/flags', { op: 'add', flag: 'read', messages: [old] }).succeeds()
    await ann.delete('users/me/subscriptions', { subscriptions: ['left'] }).succeeds()
    const [queue, muted] = [await listen(ann), await listen(ben)]
    await mute(ann, ben).succeeds()
    const [list, flags] = await queue.takeCount(2)
    expect(list?.type).toBe('muted_users')
    // What was in the channel that ann has left has been read since.
    const unread = theirs.filter((_, place) => place !== 2)
    expect(flags).toMatchObject({ op: 'add', flag: 'read', all: false, messages: unread })
    await queue.replayEqualsFreshRegister()
    await muted.receivesNothing()
    for (const id of theirs) expect(await flagsOf(ann, id)).toContain('read')
    for (const id of others) expect(await flagsOf(ann, id)).not.toContain('read')
    expect(await flagsOf(guest, theirs[4] ?? 0)).not.toContain('read')
    await unmute(ann, ben).succeeds()
    expect(await flagsOf(ann, theirs[0] ?? 0)).toContain('read')
  })
})

describe('What a muted user sends', () => {
  it('arrives read for who has muted them, mentions included, and unread for others', async () => {
    const { ann, ben, admin, guest, general } = people
    await mute(ann, ben).succeeds()
    const [queue, other] = [await listen(ann), await listen(admin)]
    const inChannel = await say(ben, general, 'tea', '@**Ann Lee** @**all** @**topic**')
    const direct = await tell(ben, [ann], 'Hello')
    const inGroup = await tell(ben, [ann, guest, admin], '@**Ann Lee**')
    const theirs = await say(admin, general, 'tea', 'Hello')
    const events = (await queue.take()).filter(({ type }) => type === 'message')
    expect(events.map(({ message, flags }) => [message.id, flags.includes('read')])).toEqual([
      [inChannel, true],
      [direct, true],
      [inGroup, true],
      [theirs, false],
    ])
    expect(events[0]?.flags).toEqual(['read', 'mentioned', 'stream_wildcard_mentioned', 'wildcard_mentioned'])
    await queue.replayEqualsFreshRegister()
    const seen = (await other.take()).filter(({ type }) => type === 'message')
    expect(seen.map(({ flags }) => flags.includes('read'))).toEqual([false, false, false])
    expect(await idsIn(ann, 'is', 'unread')).toEqual([theirs])
    await unmute(ann, ben).succeeds()
    expect(await flagsOf(ann, await say(ben, general, 'tea', 'Hello'))).toEqual([])
  })

  it('arrives read in channels that they write to from outside, and by their bots not', async () => {
    const { ann, ben, person } = people
    const bot = await person({ bot: { owner: ben }, channels: 'none' })
    const place = await channel(people, 'kitchen', [ann])
    await mute(ann, ben).succeeds()
    expect(await flagsOf(ann, await say(ben, place, 'tea', 'Hello'))).toEqual(['read'])
    expect(await flagsOf(ann, await say(bot, place, 'tea', 'Hello'))).toEqual([])
    await mute(ann, bot).succeeds()
    expect(await flagsOf(ann, await say(bot, place, 'tea', 'Hello'))).toEqual(['read'])
  })

  it('stays read when it is edited or moved, and can be marked unread by who wants to', async () => {
    const { ann, ben, sandbox, general } = people
    await mute(ann, ben).succeeds()
    const id = await say(ben, general, 'tea', 'Hello')
    const queue = await listen(ann)
    await ben.patch(`messages/${id}`, { content: '@**Ann Lee**' }).succeeds()
    await ben.patch(`messages/${id}`, { stream_id: sandbox }).succeeds()
    expect(await flagsOf(ann, id)).toEqual(['read', 'mentioned'])
    await ann.post('messages/flags', { op: 'remove', flag: 'read', messages: [id] }).succeeds()
    expect(await flagsOf(ann, id)).toEqual(['mentioned'])
    await queue.replayEqualsFreshRegister()
  })

  it('is no first unread message, but in the feed and in all narrows as before', async () => {
    const { ann, ben, admin, general } = people
    const muted = await say(ben, general, 'tea', 'Hello')
    await mute(ann, ben).succeeds()
    await ann.post('messages/flags', { op: 'remove', flag: 'read', messages: [muted] }).succeeds()
    const first = async () => {
      const window = { anchor: 'first_unread', num_before: 0, num_after: 5 }
      return (await ann.get('messages', window).succeeds()).anchor
    }
    const newest = 10_000_000_000_000_000
    expect(await first()).toBe(newest)
    const other = await say(admin, general, 'tea', 'Hello')
    expect(await first()).toBe(other)
    expect(await idsIn(ann, 'in', 'home')).toEqual([muted, other])
    expect(await idsIn(ann, 'is', 'muted')).toEqual([])
    expect(await idsIn(ann, 'is', 'unread')).toEqual([muted, other])
    await unmute(ann, ben).succeeds()
    expect(await first()).toBe(muted)
  })
})

describe('Read receipts', () => {
  it('name neither whom one has muted nor who has muted one', async () => {
    const { ann, ben, admin, moderator, owner, general } = people
    const id = await say(owner, general, 'tea', 'Hello')
    for (const person of [ann, ben, admin, moderator]) {
      await person.post('messages/flags', { op: 'add', flag: 'read', messages: [id] }).succeeds()
    }
    const receipts = async (person: Person): Promise<number[]> => {
      const { user_ids } = await person.get(`messages/${id}/read_receipts`).succeeds()
      const query = 'query ($id: Int!) { message(databaseId: $id) { readerDatabaseIds } }'
      expect((await person.graphql(query, { id })).message.readerDatabaseIds).toEqual(user_ids)
      return user_ids
    }
    const ids = (...readers: Person[]) =>
      readers.map((reader) => reader.id).sort((left, right) => left - right)
    await mute(ann, ben).succeeds()
    await mute(admin, ann).succeeds()
    expect(await receipts(ann)).toEqual(ids(ann, moderator))
    expect(await receipts(ben)).toEqual(ids(ben, admin, moderator))
    expect(await receipts(admin)).toEqual(ids(ben, admin, moderator))
    expect(await receipts(moderator)).toEqual(ids(ann, ben, admin, moderator))
    await unmute(ann, ben).succeeds()
    expect(await receipts(ann)).toEqual(ids(ann, ben, moderator))
  })
})

describe('What clients hide by themselves', () => {
  it('is told all the same: typing, and topics that a mention makes one follow', async () => {
    const { ann, ben, general } = people
    await mute(ann, ben).succeeds()
    const queue = await register(ann, ['typing', 'user_topic'], {
      fetch_event_types: [],
      client_capabilities: { stream_typing_notifications: true },
    })
    await ben.post('typing', { op: 'start', type: 'direct', to: [ann.id] }).succeeds()
    await ben.post('typing', { op: 'start', type: 'stream', stream_id: general, topic: 'tea' }).succeeds()
    await say(ben, general, 'tea', '@**Ann Lee**')
    expect((await queue.take()).map(({ type }) => type)).toEqual(['typing', 'typing', 'user_topic'])
  })
})
