import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { age, follow, move, read, said, topics } from './edit-support.ts'
import { Backstage, channel, say, systemGroup, tell } from './place.ts'

const server = testServer()
let people: Cast
let place: number

beforeAll(async () => {
  people = await cast(server)
  place = await channel(people, 'kitchen', [people.ann, people.ben, people.guest])
})

const sayAll = async (person: Person, topic: string, contents: readonly string[], to: number = place) => {
  const ids: number[] = []
  for (const content of contents) ids.push(await say(person, to, topic, content))
  return ids
}
const capable = { client_capabilities: { empty_topic_name: true } }

describe('PATCH /messages/{message_id} with a topic', () => {
  it('moves one message, it and all later ones, or all of the topic', async () => {
    const { ann, ben } = people
    const ids = await sayAll(ben, 'one', ['1', '2', '3', '4'])
    const [, second = 0, third = 0] = ids
    await move(ann, second, { topic: 'two' }).succeeds()
    expect([await said(ann, place, 'one'), await said(ann, place, 'two')]).toEqual([['1', '3', '4'], ['2']])
    await move(ann, third, { topic: 'three', propagate_mode: 'change_later' }).succeeds()
    expect([await said(ann, place, 'one'), await said(ann, place, 'three')]).toEqual([['1'], ['3', '4']])
    await sayAll(ben, 'THREE', ['5'])
    await move(ann, third, { topic: 'Four', propagate_mode: 'change_all' }).succeeds()
    expect(await said(ann, place, 'four')).toEqual(['3', '4', '5'])
    expect((await topics(ann, place)).slice(0, 3)).toEqual(['Four', 'two', 'one'])
  })

  it('tells everybody who can read the messages, each with their flags of the named one', async () => {
    const { ann, ben, guest, moderator } = people
    const [first = 0, second = 0] = await sayAll(ben, 'Cups', ['1', '2'])
    await moderator.post('messages/flags', { op: 'add', flag: 'starred', messages: [second] }).succeeds()
    const queue = (person: Person, more = {}) => register(person, ['update_message'], more)
    const [bens, guests, moderators] = await Promise.all([
      queue(ben, capable),
      queue(guest),
      queue(moderator, capable),
    ])
    const others = await register(people.admin, ['update_message'])
    await move(ann, second, { topic: '', propagate_mode: 'change_all' }).succeeds()
    const message = await read(ann, second)
    expect(message).toMatchObject({ subject: '', topic_links: [] })
    expect(message.last_edit_timestamp).toBeUndefined()
    const told = (message_ids: number[], subject: string, flags: string[]) => ({
      type: 'update_message',
      user_id: ann.id,
      rendering_only: false,
      message_id: second,
      message_ids,
      flags,
      edit_timestamp: message.last_moved_timestamp,
      stream_name: 'kitchen',
      stream_id: place,
      propagate_mode: 'change_all',
      orig_subject: 'Cups',
      subject,
      topic_links: [],
    })
    await bens.receives(told([first, second], '', []))
    await guests.receives(told([first, second], 'general chat', []))
    // Of a public channel, others are told of what they have in their history.
    await moderators.receives(told([second], '', ['read', 'starred', 'historical']))
    await others.receivesNothing()
  })

  it('tells of links in the new topic', async () => {
    const { ann, ben } = people
    const [id = 0] = await sayAll(ben, 'tea', ['1'])
    const queue = await register(ben, ['update_message'])
    await move(ann, id, { topic: 'see https://example.com/tea' }).succeeds()
    const links = [{ text: 'https://example.com/tea', url: 'https://example.com/tea' }]
    expect(await queue.takeCount(1)).toMatchObject([{ topic_links: links }])
    expect(await read(ben, id)).toMatchObject({ topic_links: links })
  })

  it('keeps each one’s unread messages and topics right, which the events prove', async () => {
    const own = await cast(server)
    const { ann, ben, admin } = own
    const room = await channel(own, 'room', [ann, ben, admin])
    await ben.post('user_topics', { stream_id: room, topic: 'plan', visibility_policy: 3 }).succeeds()
    await admin.post('user_topics', { stream_id: room, topic: 'PLAN', visibility_policy: 1 }).succeeds()
    await ann.post('user_topics', { stream_id: room, topic: 'other', visibility_policy: 1 }).succeeds()
    const ids = await sayAll(ann, 'Plan', ['1', 'Hi @**Ben Ito**', '3'], room)
    await sayAll(ann, 'kept', ['4', '5'], room)
    const queues = await Promise.all([ann, ben, admin].map(follow))
    const muted = await register(admin, ['muted_topics'])
    const order = await register(ben, ['user_topic', 'update_message', 'message'])
    await move(ann, ids[1] ?? 0, { topic: 'other', propagate_mode: 'change_later' }).succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    await order.takeCount(1)
    await ben.patch(`messages/${ids[0]}`, { topic: 'new plan', propagate_mode: 'change_all' }).succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    expect((await order.takeCount(4)).map(({ type }) => type)).toEqual([
      'user_topic',
      'user_topic',
      'update_message',
      'message',
    ])
    expect(await muted.takeCount(1)).toMatchObject([
      { muted_topics: [['room', 'new plan', expect.any(Number)]] },
    ])
    const { user_topics } = await ben.post('register', { event_types: ['user_topic'] }).succeeds()
    expect(user_topics).toMatchObject([{ topic_name: 'new plan', visibility_policy: 3 }])
    // Into a topic with messages: both policies of a user become one.
    await move(ann, ids[0] ?? 0, { topic: 'KEPT', propagate_mode: 'change_all' }).succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    const after = await ben.post('register', { event_types: ['user_topic'] }).succeeds()
    expect(after.user_topics).toEqual([])
  })

  it('spells a topic anew without moving it, and leaves those alone who spell it so already', async () => {
    const { ann, ben } = people
    const [one = 0] = await sayAll(ann, 'bread', ['1'])
    const [two = 0] = await sayAll(ann, 'Bread', ['2'])
    await ben.post('user_topics', { stream_id: place, topic: 'bread', visibility_policy: 3 }).succeeds()
    const queue = await register(ben, ['update_message', 'message', 'user_topic'], capable)
    await ann.patch(`messages/${one}`, { topic: 'Bread', propagate_mode: 'change_all' }).succeeds()
    const events = await queue.take()
    expect(events).toMatchObject([{ type: 'update_message', message_ids: [one], subject: 'Bread' }])
    expect((await read(ann, two)).edit_history).toBeUndefined()
    await move(ann, one, { topic: 'Bread' }).fails('BAD_REQUEST', 'Nothing to change')
  })

  it('tells of the move in the old and in the new topic, as it is asked to', async () => {
    const { ann } = people
    const ids = await sayAll(ann, 'left', ['1', '2', '3', '4'])
    const mover = `@_**Ann Lee|${ann.id}**`
    const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true }
    await move(ann, ids[3] ?? 0, { topic: 'right', ...both }).succeeds()
    expect((await said(ann, place, 'left')).at(-1)).toBe(
      `A message was moved from here to #**kitchen>right** by ${mover}.`,
    )
    expect(await said(ann, place, 'right')).toEqual([
      '4',
      `A message was moved here from #**kitchen>left** by ${mover}.`,
    ])
    await move(ann, ids[1] ?? 0, { topic: 'right', propagate_mode: 'change_later', ...both }).succeeds()
    // The notice that was left behind moves along, as any later message.
    expect(await said(ann, place, 'left')).toEqual([
      '1',
      `3 messages were moved from here to #**kitchen>right** by ${mover}.`,
    ])
    await move(ann, ids[0] ?? 0, { topic: 'a *new* > one', propagate_mode: 'change_all', ...both }).succeeds()
    const link = `[#kitchen > a new > one](/#narrow/channel/${place}-kitchen/topic/a.20.2Anew.2A.20.3E.20one)`
    expect(await said(ann, place, 'left')).toEqual([`This topic was moved from here to ${link} by ${mover}.`])
    expect((await said(ann, place, 'a *new* > one')).at(-1)).toBe(
      `This topic was moved here from #**kitchen>left** by ${mover}.`,
    )
    const notice = (
      await ann
        .get('messages', { anchor: 'newest', num_before: 1, narrow: [['channel', 'kitchen']] })
        .succeeds()
    ).messages[0]
    expect(notice.content).toContain(
      `<span class="user-mention silent" data-user-id="${ann.id}">Ann Lee</span>`,
    )
  })

  it('refuses what is no topic, and direct messages', async () => {
    const { ann, ben } = people
    const [id = 0] = await sayAll(ann, 'tea', ['1'])
    await move(ann, id, { topic: 'a\u0007b' }).fails('BAD_REQUEST', 'Invalid character in topic')
    await move(ann, id, { topic: 'x', subject: 'y' }).fails('REQUEST_CONFUSING_VAR')
    await move(ann, id, { topic: 'x'.repeat(70) }).succeeds()
    expect((await read(ann, id)).subject).toBe(`${'x'.repeat(57)}...`)
    const direct = await tell(ann, [ben], 'Hi')
    await move(ann, direct, { topic: 'x' }).fails('BAD_REQUEST', 'Direct messages have no topic')
    await move(ann, direct, { stream_id: place }).fails('BAD_REQUEST', 'Direct messages cannot be moved')
    const closed = await channel(people, 'closed', [ann])
    const [there = 0] = await sayAll(ann, 'tea', ['1'], closed)
    await new Backstage(server, people).archive(closed)
    await move(ann, there, { topic: 'x' }).fails('BAD_REQUEST', /archived/)
  })

  it('keeps to the topics that a channel has', async () => {
    const { ann, owner } = people
    const strict = await channel(people, 'strict', [ann])
    const [one = 0, two = 0] = await sayAll(ann, 'a', ['1', '2'], strict)
    await owner.patch(`streams/${strict}`, { topics_policy: 'disable_empty_topic' }).succeeds()
    for (const topic of ['', '(no topic)', 'general chat']) {
      expect(await move(ann, one, { topic })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', empty_topic_display_name: 'general chat' },
      })
    }
    const nobody = await systemGroup(server, people, 'role:nobody')
    await owner.patch(`streams/${strict}`, { can_create_topic_group: { new: nobody } }).succeeds()
    await move(ann, one, { topic: 'new' }).fails('BAD_REQUEST', /create new topics/)
    await move(ann, two, { topic: 'A' }).succeeds()
  })
})

describe('Time limits for moving', () => {
  it('hold for the message, or for all messages of a topic, but not for moderators', async () => {
    const { ann, ben, moderator } = people
    const ids = await sayAll(ben, 'old', ['1', '2', '3'])
    const [one = 0, two = 0, three = 0] = ids
    await age(server, [one, two], 604_800 + 25)
    await move(ann, one, { topic: 'x' }).fails(
      'BAD_REQUEST',
      'The time limit for moving this message has passed',
    )
    await move(ann, two, { topic: 'x', propagate_mode: 'change_later' }).fails('BAD_REQUEST', /time limit/)
    for (const anchor of [one, three]) {
      expect(await move(ann, anchor, { topic: 'x', propagate_mode: 'change_all' })).toMatchObject({
        status: 400,
        body: {
          code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
          first_message_id_allowed_to_move: three,
          total_messages_in_topic: 3,
          total_messages_allowed_to_move: 1,
        },
      })
    }
    await move(ann, three, { topic: 'x', propagate_mode: 'change_later' }).succeeds()
    await move(ann, one, { topic: 'y', propagate_mode: 'change_all' }).fails('BAD_REQUEST', /time limit/)
    await move(moderator, one, { topic: 'y', propagate_mode: 'change_all' }).succeeds()
    expect(await said(ann, place, 'y')).toEqual(['1', '2'])
  })
})

describe('moveMessages in GraphQL', () => {
  it('moves, says what has moved, and refuses with the same codes', async () => {
    const { ann, guest } = people
    const ids = await sayAll(ann, 'graph', ['1', '2'])
    const mutation = `mutation ($input: MoveMessagesInput!) {
      moveMessages(input: $input) { movedMessageDatabaseIds message { topic edits { previousTopic topic } } } }`
    const to = { topic: 'graphs', scope: 'ALL', notifyNewTopic: false }
    expect(await ann.graphql(mutation, { input: { messageDatabaseId: ids[1], to } })).toEqual({
      moveMessages: {
        movedMessageDatabaseIds: ids,
        message: { topic: 'graphs', edits: [{ previousTopic: 'graph', topic: 'graphs' }] },
      },
    })
    await age(server, ids.slice(0, 1), 700_000)
    const back = { topic: 'graph', scope: 'ALL' }
    await expect(
      guest.graphql(mutation, { input: { messageDatabaseId: ids[1], to: back } }),
    ).rejects.toMatchObject({
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      first_message_id_allowed_to_move: ids[1],
    })
    await expect(
      ann.graphql(mutation, { input: { messageDatabaseId: ids[1], to: { scope: 'ALL' } } }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
