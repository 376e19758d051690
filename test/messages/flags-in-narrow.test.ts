import { beforeEach, describe, expect, it } from 'vitest'
import type { Parameters } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast
/** Five messages of one topic that ben has not read. */
let ids: number[]

beforeEach(async () => {
  people = await cast(server)
  ids = []
  for (let i = 0; i < 5; i++) ids.push(await say(people.ann, 'general', 'tea', `${i}`))
})

const inTea = [
  ['channel', 'general'],
  ['topic', 'tea'],
]

const change = (person: Person, more: Parameters = {}) =>
  person.post('messages/flags/narrow', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 10,
    narrow: inTea,
    op: 'add',
    flag: 'read',
    ...more,
  })

async function flagged(person: Person, operand: string): Promise<number[]> {
  const { messages } = await person
    .get('messages', { anchor: 'newest', num_before: 100, narrow: [...inTea, ['is', operand]] })
    .succeeds()
  return messages.map(({ id }: { id: number }) => id)
}

describe('POST /messages/flags/narrow', () => {
  it('changes a range, and tells its owner in one event', async () => {
    const { ann, ben } = people
    const queue = await register(ben, undefined)
    const others = await register(ann, ['update_message_flags'])
    const outside = await say(ann, 'general', 'cake', 'Hi')
    const body = await change(ben, { num_after: 3 }).succeeds()
    expect(body).toMatchObject({
      processed_count: 3,
      updated_count: 3,
      first_processed_id: ids[0],
      last_processed_id: ids[2],
      found_oldest: true,
      found_newest: false,
    })
    expect(body).not.toHaveProperty('ignored_because_not_subscribed_channels')
    expect(await flagged(ben, 'unread')).toEqual(ids.slice(3))
    const [, event, ...more] = await queue.takeCount(2)
    expect(event).toMatchObject({ op: 'add', flag: 'read', messages: ids.slice(0, 3), all: false })
    expect(more).toEqual([])
    await queue.replayEqualsFreshRegister()
    await others.receivesNothing()
    expect((await ben.get(`messages/${outside}`).succeeds()).message.flags).toEqual([])
  })

  it('goes on from where it was, until nothing is left', async () => {
    const { ben } = people
    const first = await change(ben, { num_after: 2, flag: 'starred' }).succeeds()
    expect(first).toMatchObject({ processed_count: 2, found_newest: false })
    const next = { anchor: String(first.last_processed_id), include_anchor: false, flag: 'starred' }
    expect(await change(ben, { ...next, num_after: 3 }).succeeds()).toMatchObject({
      processed_count: 3,
      first_processed_id: ids[2],
      last_processed_id: ids[4],
      found_newest: false,
    })
    expect(await change(ben, { ...next, anchor: String(ids[4]) }).succeeds()).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_newest: true,
    })
    expect(await flagged(ben, 'starred')).toEqual(ids)
  })

  it.each<[string, Parameters, [number, number], object]>([
    [
      'from the newest back',
      { anchor: 'newest', num_before: 2, num_after: 0 },
      [3, 5],
      { found_newest: true },
    ],
    ['around a message', { num_before: 1, num_after: 1 }, [1, 4], { found_oldest: false }],
    ['after a message', { num_before: 0, num_after: 1, include_anchor: false }, [3, 4], {}],
    ['from the first unread', { anchor: 'first_unread', num_before: 0, num_after: 1 }, [0, 2], {}],
    [
      'as far as the server does at once',
      { anchor: 'oldest', num_before: 9000, num_after: 9000 },
      [0, 5],
      {},
    ],
  ])('takes a range %s', async (_, range, [start, end], expected) => {
    const body = await change(people.ben, { anchor: String(ids[2]), ...range }).succeeds()
    expect(body).toMatchObject({ processed_count: end - start, ...expected })
    expect(await flagged(people.ben, 'unread')).toEqual([...ids.slice(0, start), ...ids.slice(end)])
  })

  it('counts what really changed, and announces only that', async () => {
    const { ben } = people
    await ben.post('messages/flags', { op: 'add', flag: 'starred', messages: ids.slice(1, 3) }).succeeds()
    const queue = await register(ben, ['update_message_flags'])
    expect(await change(ben, { flag: 'starred' }).succeeds()).toMatchObject({
      processed_count: 5,
      updated_count: 3,
    })
    await change(ben, { flag: 'starred' }).succeeds()
    const messages = [ids[0], ids[3], ids[4]]
    expect(await queue.take()).toMatchObject([{ op: 'add', flag: 'starred', messages }])
    expect(await change(ben, { flag: 'starred', op: 'remove' }).succeeds()).toMatchObject({
      updated_count: 5,
    })
    expect(await queue.take()).toMatchObject([{ op: 'remove', flag: 'starred', messages: ids }])
  })

  it('makes messages unread only in channels that one is subscribed to', async () => {
    const { ann, ben } = people
    const quiet = await channel(people, 'quiet', [ann])
    await say(ann, quiet, 'tea', 'Hi')
    await change(ben).succeeds()
    const queue = await register(ben, undefined)
    const unread = { op: 'remove', flag: 'read' }
    expect(await change(ben, { ...unread, narrow: [['channel', 'quiet']] }).succeeds()).toMatchObject({
      processed_count: 1,
      updated_count: 0,
      ignored_because_not_subscribed_channels: [quiet],
    })
    expect(await change(ben, unread).succeeds()).toMatchObject({
      updated_count: 5,
      ignored_because_not_subscribed_channels: [],
    })
    const [event] = await queue.take()
    expect(Object.keys(event?.message_details)).toEqual(ids.map(String))
    await queue.replayEqualsFreshRegister()
  })

  it('reaches nothing that one cannot read', async () => {
    const { owner, ben, ann } = people
    await channel(people, 'secret', [owner], { invite_only: true })
    await say(owner, 'secret', 'tea', 'Hi')
    await tell(ann, [owner], 'Hi')
    for (const narrow of [[['channel', 'secret']], [['dm', 'ann@parley.example']]]) {
      expect(await change(ben, { narrow, flag: 'starred' }).succeeds()).toMatchObject({ processed_count: 0 })
    }
  })

  it('does the same over GraphQL, once for each key', async () => {
    const { ben } = people
    const query = `mutation ($input: ChangeMessageFlagsInNarrowInput!) {
      changeMessageFlagsInNarrow(input: $input) { processedCount updatedCount lastProcessedDatabaseId }
    }`
    const narrow = [{ operator: 'topic', operand: 'tea' }]
    const range = { narrow, anchor: 'NEWEST', numBefore: 2, numAfter: 0, flag: 'starred', operation: 'ADD' }
    const input = { ...range, idempotencyKey: 'once' }
    const expected = { processedCount: 2, updatedCount: 2, lastProcessedDatabaseId: ids[4] }
    for (let i = 0; i < 2; i++) {
      expect((await ben.graphql(query, { input })).changeMessageFlagsInNarrow).toEqual(expected)
    }
    expect((await ben.graphql(query, { input: range })).changeMessageFlagsInNarrow.updatedCount).toBe(0)
  })

  it('refuses wrong and missing parameters, and changes nothing', async () => {
    const { ben } = people
    for (const name of ['anchor', 'num_before', 'num_after', 'narrow', 'op', 'flag']) {
      await change(ben, { [name]: undefined }).fails('REQUEST_VARIABLE_MISSING', name)
    }
    await change(ben, { anchor: 'date' }).fails('BAD_REQUEST', 'anchor')
    await change(ben, { anchor: 'x' }).fails('BAD_REQUEST', 'anchor')
    await change(ben, { num_before: -1 }).fails('BAD_REQUEST', 'num_before')
    await change(ben, { num_before: 1, include_anchor: false }).fails('BAD_REQUEST', /anchor/)
    await change(ben, { op: 'flip' }).fails('BAD_REQUEST', 'op')
    await change(ben, { flag: 'mentioned' }).fails('BAD_REQUEST', "Flag not editable: 'mentioned'")
    await change(ben, { flag: 'shiny' }).fails('BAD_REQUEST', "Invalid flag: 'shiny'")
    await change(ben, { narrow: [['colour', 'red']] }).fails('BAD_NARROW')
    expect(await flagged(ben, 'unread')).toEqual(ids)
  })
})
