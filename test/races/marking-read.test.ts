import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { follow, move } from '../messages/edit-support.ts'
import { channel, say } from '../messages/place.ts'
import { cast, type Person } from '../support/cast.ts'
import { onPostgres, type TestNode, testServer } from '../support/server.ts'

const server = testServer()
let other: TestNode | undefined

/** The ways to mark messages of a topic as read. */
const ways = {
  'POST /mark_all_as_read': (reader: Person) => reader.post('mark_all_as_read'),
  'POST /mark_stream_as_read': (reader: Person, stream_id: number) =>
    reader.post('mark_stream_as_read', { stream_id }),
  'POST /mark_topic_as_read': (reader: Person, stream_id: number, topic_name: string) =>
    reader.post('mark_topic_as_read', { stream_id, topic_name }),
  'POST /messages/flags/narrow': (reader: Person, stream_id: number, topic: string) =>
    reader.post('messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 1000,
      narrow: [
        { operator: 'channel', operand: stream_id },
        { operator: 'topic', operand: topic },
      ],
      op: 'add',
      flag: 'read',
    }),
}

describe.runIf(onPostgres)('While others send, move and delete', { timeout: 120_000 }, () => {
  it.each(Object.entries(ways))('%s says of each message what is so', async (_, mark) => {
    other ??= await server.startAnotherNode()
    const people = await cast(server)
    const { owner, ann, ben, general } = people
    const quiet = await channel(people, 'quiet', [owner, ann, ben])
    const closed = await channel(people, 'closed', [owner, ann], { invite_only: true })
    const remote = ben.on(other.port)
    const queues = await Promise.all([ben, ann].map(follow))
    for (let round = 0; round < 3; round++) {
      const topic = `topic ${round}`
      const ids: number[] = []
      for (const text of ['1', '@**all** 2', '3', '4', '@**Ben Ito** 5', '6']) {
        ids.push(await say(ann, general, topic, text))
      }
      const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = ids
      const replies = await Promise.all([
        ...['a', 'b'].map((content) =>
          ann.post('messages', { type: 'channel', to: general, topic, content }),
        ),
        mark(ben, general, topic),
        move(owner, first, { topic: `other ${round}` }),
        move(owner, second, { stream_id: quiet }),
        move(owner, third, { stream_id: closed }),
        mark(remote, general, topic),
        owner.delete(`messages/${fourth}`),
        ben.post('messages/flags', { op: 'remove', flag: 'read', messages: [fifth, sixth] }),
        ...['c', '@**all** d'].map((content) =>
          ann.post('messages', { type: 'channel', to: general, topic, content }),
        ),
        mark(ben, general, topic),
        owner.patch(`messages/${fifth}`, { topic: `last ${round}`, propagate_mode: 'change_later' }),
      ])
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      for (const queue of queues) await queue.replayEqualsFreshRegister()
    }
  })
})

describe.runIf(onPostgres)('While somebody deletes', () => {
  it.each([
    ['add', 'starred'],
    ['add', 'collapsed'],
    ['remove', 'read'],
  ])('what is left of a narrow changes all the same: %s %s', async (op, flag) => {
    const people = await cast(server)
    const { ann, ben, general } = people
    const ids: number[] = []
    for (const text of ['One', 'Two', 'Three']) ids.push(await say(ann, general, 'tea', text))
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages: ids }).succeeds()
    const { db } = server.core
    const hasFound = new Promise<void>((resolve) => {
      db.observer = (text) => {
        if (/FROM message WHERE id = ANY.*FOR KEY SHARE/s.test(text)) resolve()
      }
    })
    const changing = await db.transaction('read committed', async (tx) => {
      await tx.query(sql`DELETE FROM message WHERE id = ${ids[1]}`)
      const narrow = [['topic', 'tea']]
      const request = ben.post('messages/flags/narrow', {
        anchor: 'oldest',
        num_before: 0,
        num_after: 10,
        narrow,
        op,
        flag,
      })
      await hasFound
      return { request }
    })
    db.observer = undefined
    expect(await changing.request.succeeds()).toMatchObject({ processed_count: 3, updated_count: 2 })
  })
})

describe.runIf(onPostgres)('While somebody leaves a channel', () => {
  it('and others write there, nothing of it becomes unread or stays so', async () => {
    const people = await cast(server)
    const { ann, ben } = people
    const garden = await channel(people, 'garden', [ann, ben])
    const subscriptions = [{ name: 'garden' }]
    const client = await follow(ben)
    for (let round = 0; round < 10; round++) {
      const messages: number[] = []
      for (const text of ['One', '@**Ben Ito** two', 'Three']) {
        messages.push(await say(ann, garden, `topic ${round}`, text))
      }
      await ben.post('messages/flags', { op: 'add', flag: 'read', messages: messages.slice(0, 2) }).succeeds()
      const unread = { op: 'remove', flag: 'read', messages }
      const replies = await Promise.all([
        ben.post('messages/flags', unread),
        ben.delete('users/me/subscriptions', { subscriptions: ['garden'] }),
        ann.post('messages', { type: 'channel', to: garden, topic: `topic ${round}`, content: 'Four' }),
        ben.post('messages/flags', { ...unread, messages: [...messages].reverse() }),
        ben.post('mark_all_as_read'),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      await client.replayEqualsFreshRegister()
      await ann.post('users/me/subscriptions', { subscriptions, principals: [ben.id] }).succeeds()
      const narrow = [
        ['channel', 'garden'],
        ['is', 'unread'],
      ]
      const left = await ben.get('messages', { anchor: 'newest', num_before: 100, narrow }).succeeds()
      expect(left.messages).toEqual([])
      await client.replayEqualsFreshRegister()
    }
  })
})
