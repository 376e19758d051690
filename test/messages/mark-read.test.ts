import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

async function unread(person: Person): Promise<number[]> {
  const { messages } = await person
    .get('messages', { anchor: 'newest', num_before: 100, narrow: [['is', 'unread']] })
    .succeeds()
  return messages.map(({ id }: { id: number }) => id)
}

const readAll = {
  type: 'update_message_flags',
  op: 'add',
  operation: 'add',
  flag: 'read',
  messages: [],
  all: true,
}

describe('POST /mark_all_as_read', () => {
  it('marks everything, and tells its owner in one event', async () => {
    const { ann, ben } = people
    await say(ann, 'general', 'tea', 'Hi @**Ben Ito**')
    await tell(ann, [ben], 'Hi')
    const queue = await register(ben, ['update_message_flags'])
    const whole = await register(ben, undefined)
    const others = await register(ann, ['update_message_flags'])
    expect((await ben.post('mark_all_as_read').succeeds()).complete).toBe(true)
    expect(await unread(ben)).toEqual([])
    await queue.receives(readAll)
    await others.receivesNothing()
    await whole.replayEqualsFreshRegister()

    expect((await ben.post('mark_all_as_read').succeeds()).complete).toBe(true)
    await queue.receivesNothing()
  })

  it('leaves unread what comes later, also for those who catch up', async () => {
    const { ann, ben } = people
    await say(ann, 'general', 'tea', 'One')
    const { last_event_id: after } = (await register(ben, undefined)).registered
    const queue = await register(ben, undefined)
    await ben.post('mark_all_as_read').succeeds()
    const later = [await say(ann, 'general', 'tea', 'Two'), await say(ann, 'general', 'tea', 'Three')]
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages: [later[1]] }).succeeds()
    expect(await unread(ben)).toEqual([later[0]])
    await queue.replayEqualsFreshRegister()
    const query = 'query ($after: EventId!) { changes(after: $after) { events { payload } } }'
    const { changes } = await ben.graphql(query, { after })
    const told = changes.events.map(({ payload: { type, all } }: { payload: Record<string, unknown> }) => [
      type,
      all,
    ])
    expect(told).toEqual([
      ['update_message_flags', true],
      ['message', undefined],
      ['message', undefined],
      ['update_message_flags', false],
    ])
  })

  it('does many in batches, each told by its ids, and the last by all', async () => {
    const { ann, ben } = people
    const first = await say(ann, 'general', 'tea', 'Hi')
    await server.core.db.query(sql`
      WITH many AS (
        INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
        SELECT organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client
        FROM message, generate_series(1, 5100) WHERE id = ${first} RETURNING id
      )
      INSERT INTO user_message (user_id, message_id, flags) SELECT ${ben.id}, id, 0 FROM many`)
    const queue = await register(ben, ['update_message_flags'])
    expect((await ben.post('mark_all_as_read').succeeds()).complete).toBe(true)
    const [batch, end] = await queue.takeCount(2)
    expect(batch).toMatchObject({ op: 'add', all: false })
    expect(batch?.messages).toHaveLength(5000)
    expect(Math.min(...(batch?.messages ?? []))).toBeGreaterThan(first)
    expect(end).toMatchObject(readAll)
    expect(await unread(ben)).toEqual([])
  })
})

describe('POST /mark_stream_as_read and /mark_topic_as_read', () => {
  it('mark what is there and nothing else, and tell its owner', async () => {
    const { ann, ben } = people
    const tea = [await say(ann, 'general', 'tea', 'One'), await say(ann, 'general', 'TEA', 'Two')]
    const cake = await say(ann, 'general', 'cake', 'Three')
    const empty = await say(ann, 'general', '', 'Four')
    const other = await say(ann, 'sandbox', 'tea', 'Five')
    const queue = await register(ben, undefined)
    const flags = await register(ben, ['update_message_flags'])
    const mark = (parameters: object) =>
      ben.post('mark_topic_as_read', { stream_id: people.general, ...parameters }).succeeds()
    await mark({ topic_name: 'Tea' })
    expect(await unread(ben)).toEqual([cake, empty, other])
    await mark({ topic_name: 'general chat' })
    await mark({ topic_name: 'never was' })
    expect(await unread(ben)).toEqual([cake, other])
    await ben.post('mark_stream_as_read', { stream_id: people.general }).succeeds()
    await ben.post('mark_stream_as_read', { stream_id: people.general }).succeeds()
    expect(await unread(ben)).toEqual([other])
    await mark({ topic_name: '' })
    // The queue makes one of events that nobody has asked for yet.
    await flags.receives({ ...readAll, messages: [...tea, empty, cake], all: false })
    await queue.replayEqualsFreshRegister()
  })

  it('mark what is left unread in an archived channel, which can become unread again', async () => {
    const { owner, ann, ben } = people
    const old = await channel(people, 'old', [ann, ben])
    const ids = [await say(ann, old, 'tea', 'One'), await say(ann, old, 'cake', 'Two')]
    await owner.delete(`streams/${old}`).succeeds()
    const whole = await register(ben, undefined)
    const told = async () =>
      (await register(ben, undefined)).registered.unread_msgs.streams.flatMap(
        ({ unread_message_ids }: { unread_message_ids: number[] }) => unread_message_ids,
      )
    expect(await told()).toEqual(expect.arrayContaining(ids))
    expect(await unread(ben)).toEqual(expect.arrayContaining(ids))
    await ben.post('mark_topic_as_read', { stream_id: old, topic_name: 'tea' }).succeeds()
    expect(await told()).not.toContain(ids[0])
    await ben.post('mark_stream_as_read', { stream_id: old }).succeeds()
    expect(await told()).toEqual([])
    const again = { op: 'remove', flag: 'read', messages: ids }
    expect((await ben.post('messages/flags', again).succeeds()).messages).toEqual(ids)
    expect(new Set(await told())).toEqual(new Set(ids))
    await whole.replayEqualsFreshRegister()
  })

  it('do not tell a channel that one may not see from one that is not there', async () => {
    const { owner, ben } = people
    const secret = await channel(people, 'secret', [owner], { invite_only: true })
    for (const stream_id of [secret, 999_999]) {
      await ben.post('mark_stream_as_read', { stream_id }).fails('BAD_REQUEST', 'Invalid channel ID')
      await ben
        .post('mark_topic_as_read', { stream_id, topic_name: 'tea' })
        .fails('BAD_REQUEST', 'Invalid channel ID')
    }
    await ben.post('mark_stream_as_read').fails('REQUEST_VARIABLE_MISSING', 'stream_id')
    await ben.post('mark_topic_as_read', { stream_id: 1 }).fails('REQUEST_VARIABLE_MISSING', 'topic_name')
    await ben.post('mark_stream_as_read', { stream_id: 'general' }).fails('BAD_REQUEST', 'stream_id')
  })

  it('are there over GraphQL, once for each key', async () => {
    const { ann, ben } = people
    const first = await say(ann, 'general', 'tea', 'One')
    const inGeneral = `mutation ($input: MarkChannelReadInput!) { markChannelRead(input: $input) { isComplete } }`
    const input = { channelDatabaseId: people.general, topic: 'tea', idempotencyKey: 'once' }
    expect(await ben.graphql(inGeneral, { input })).toEqual({ markChannelRead: { isComplete: true } })
    await ben.post('messages/flags', { op: 'remove', flag: 'read', messages: [first] }).succeeds()
    await ben.graphql(inGeneral, { input })
    expect(await unread(ben)).toEqual([first])
    const everything = 'mutation { markAllRead(input: {}) { isComplete } }'
    expect(await ben.graphql(everything)).toEqual({ markAllRead: { isComplete: true } })
    expect(await unread(ben)).toEqual([])
  })
})
